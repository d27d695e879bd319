import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { LimitUseView } from '../overview/overview.dto.js';

const LIMITS = ['budget', 'cap', 'credit', 'allowance'] as const;
const SHOWN_MAX = 200;

export class LimitsQuery {
  /** Of the workloads: those with the least share left. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(SHOWN_MAX)
  limit = SHOWN_MAX;
}

class BoundWorkloadView {
  @IsString()
  workload_id!: string;

  @IsString()
  workload_name!: string;

  /** The limit of money that has least left; null: no limit holds. */
  @IsOptional()
  @IsIn(LIMITS)
  binding!: (typeof LIMITS)[number] | null;

  /** Until that one stops it. */
  @IsOptional()
  @IsString()
  left!: string | null;

  /** How much of that one is used, of 1. */
  @IsOptional()
  @IsNumber()
  share!: number | null;

  /** Its own, where it has one. */
  @IsOptional()
  @ValidateNested()
  @Type(() => LimitUseView)
  budget!: LimitUseView | null;
}

/** What money may be spent, and what stops whom first. */
export class LimitsView {
  @IsString()
  currency!: string;

  /** Cap, credit and allowance: those that all workloads share. */
  @ValidateNested({ each: true })
  @Type(() => LimitUseView)
  organisation!: readonly LimitUseView[];

  /** Those with the least left first. */
  @ValidateNested({ each: true })
  @Type(() => BoundWorkloadView)
  workloads!: readonly BoundWorkloadView[];

  /** There are more workloads than are told. */
  @IsBoolean()
  has_more!: boolean;
}
