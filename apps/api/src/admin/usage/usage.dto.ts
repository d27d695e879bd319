import { Type } from 'class-transformer';
import { IsDate, IsIn, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { USAGE_GROUPS, type UsageGroup, type UsageInterval } from '#insight';
import { SeriesQuery } from '../audit/audit.dto.js';

export class UsageQuery extends SeriesQuery {
  @IsIn(USAGE_GROUPS)
  group_by: UsageGroup = 'workload';

  /** Thirty days before `to` by default. A call counts in the hour in which it began. */
  @IsOptional()
  @Type(() => Date)
  @IsDate()
  from?: Date;

  /** Not included; now by default. */
  @IsOptional()
  @Type(() => Date)
  @IsDate()
  to?: Date;

  /** Of the course; by default hours up to three days, else days of the organisation's time zone. */
  @IsOptional()
  @IsIn(['hour', 'day'])
  interval?: UsageInterval;
}

export class UsageExportQuery extends UsageQuery {
  @IsIn(['csv', 'json'])
  format: 'csv' | 'json' = 'csv';
}

/** Sums of calls. */
export class UsageSumsView {
  @IsInt()
  requests!: number;

  @IsInt()
  refused!: number;

  /** At the provider, or too late. */
  @IsInt()
  failed!: number;

  @IsInt()
  tokens_in!: number;

  @IsInt()
  tokens_out!: number;

  /** Of `tokens_in`: read from a provider's cache. */
  @IsInt()
  cache_read!: number;

  @IsInt()
  cache_write!: number;

  @IsInt()
  pages!: number;

  /** A decimal, exact. */
  @IsString()
  cost!: string;

  /** Values that were kept from leaving. */
  @IsInt()
  protected!: number;

  /** Milliseconds, within a fifth; null where there was no answer. */
  @IsOptional()
  @IsInt()
  latency_p50_ms!: number | null;

  @IsOptional()
  @IsInt()
  latency_p95_ms!: number | null;
}

export class UsageGroupView extends UsageSumsView {
  /** An id or a name; a day as 2026-11-20; empty where the log says none. */
  @IsString()
  group!: string;

  /** What the id is called; null of what is gone, and of names. */
  @IsOptional()
  @IsString()
  name!: string | null;
}

export class UsagePointView {
  @IsDate()
  at!: Date;

  /** Null: of all groups that are not told apart. */
  @IsOptional()
  @IsString()
  group!: string | null;

  @IsInt()
  requests!: number;

  @IsInt()
  refused!: number;

  @IsInt()
  tokens!: number;

  @IsString()
  cost!: string;
}

export class UsageView {
  @IsDate()
  from!: Date;

  @IsDate()
  to!: Date;

  @IsIn(USAGE_GROUPS)
  group_by!: UsageGroup;

  @IsIn(['hour', 'day'])
  interval!: UsageInterval;

  @IsString()
  currency!: string;

  @ValidateNested()
  @Type(() => UsageSumsView)
  total!: UsageSumsView;

  /** The same of as long a time before. */
  @ValidateNested()
  @Type(() => UsageSumsView)
  previous!: UsageSumsView;

  /** The dearest first, days in their order; five hundred at most. */
  @ValidateNested({ each: true })
  @Type(() => UsageGroupView)
  groups!: readonly UsageGroupView[];

  /** By interval, the eight dearest groups told apart; what had no calls is left out. */
  @ValidateNested({ each: true })
  @Type(() => UsagePointView)
  series!: readonly UsagePointView[];
}
