import { Type } from 'class-transformer';
import {
  IsArray,
  IsDate,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import { AuditRowView } from '../audit/audit.dto.js';

export const RANGES = ['24h', '7d', '30d', '90d'] as const;
export type OverviewRange = (typeof RANGES)[number];

export class OverviewQuery {
  @IsIn(RANGES)
  range: OverviewRange = '24h';
}

class OverviewSumsView {
  @IsInt()
  requests!: number;

  @IsInt()
  refused!: number;

  @IsInt()
  failed!: number;

  @IsInt()
  tokens!: number;

  /** A decimal, exact. */
  @IsString()
  cost!: string;

  /** Values that were kept from leaving. */
  @IsInt()
  protected!: number;

  /** Milliseconds to the first token, within a fifth; null where there was no answer. */
  @IsOptional()
  @IsInt()
  ttft_p95_ms!: number | null;
}

class OverviewPointView {
  @IsDate()
  at!: Date;

  @IsString()
  cost!: string;

  @IsInt()
  requests!: number;

  @IsInt()
  protected!: number;

  @IsInt()
  refused!: number;

  @IsOptional()
  @IsInt()
  ttft_p95_ms!: number | null;
}

class ProviderSpendView {
  @IsDate()
  at!: Date;

  /** Null: of all others. */
  @IsOptional()
  @IsString()
  provider!: string | null;

  @IsString()
  cost!: string;
}

export class LimitUseView {
  /** `budget` of a workload; `cap`, `credit` or `allowance` of the organisation. */
  @IsIn(['budget', 'cap', 'credit', 'allowance'])
  limit!: string;

  @IsOptional()
  @IsString()
  workload_id!: string | null;

  @IsOptional()
  @IsString()
  workload_name!: string | null;

  @IsString()
  amount!: string;

  @IsString()
  spent!: string;

  /** Of calls that are under way. */
  @IsString()
  held!: string;

  /** What is spent and held, of 1; more where it was exceeded. */
  @IsNumber()
  share!: number;

  @IsIn(['total', 'daily', 'monthly'])
  period!: string;

  /** When it begins anew; null where it never does. */
  @IsOptional()
  @IsDate()
  renews_at!: Date | null;
}

export class NoticeView {
  @IsIn([
    'breaker_open',
    'log_broken',
    'log_not_verified',
    'rows_set_aside',
    'limit_near',
    'key_expiring',
  ])
  notice!: string;

  @IsIn(['warning', 'error'])
  level!: 'warning' | 'error';

  /** What it is about, by name. */
  @IsObject()
  about!: Readonly<Record<string, string | number>>;
}

export class OverviewView {
  @IsIn(RANGES)
  range!: OverviewRange;

  @IsDate()
  from!: Date;

  @IsDate()
  to!: Date;

  @IsString()
  currency!: string;

  @IsIn(['hour', 'day'])
  interval!: string;

  @ValidateNested()
  @Type(() => OverviewSumsView)
  total!: OverviewSumsView;

  @ValidateNested()
  @Type(() => OverviewSumsView)
  previous!: OverviewSumsView;

  @ValidateNested({ each: true })
  @Type(() => OverviewPointView)
  series!: readonly OverviewPointView[];

  @ValidateNested({ each: true })
  @Type(() => ProviderSpendView)
  spend_by_provider!: readonly ProviderSpendView[];

  /** Closest to their limit first. */
  @ValidateNested({ each: true })
  @Type(() => LimitUseView)
  limits!: readonly LimitUseView[];

  @ValidateNested({ each: true })
  @Type(() => AuditRowView)
  newest!: readonly AuditRowView[];

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => NoticeView)
  notices!: readonly NoticeView[];
}
