import { Type } from 'class-transformer';
import { IsBoolean, IsDate, IsIn, IsInt, IsString, ValidateNested } from 'class-validator';

const KEPT_IN = ['postgres', 'redis'];

class CacheDayView {
  @IsDate()
  at!: Date;

  /** Conversations that were answered. */
  @IsInt()
  answered!: number;

  /** Those of them that were answered out of the cache. */
  @IsInt()
  hits!: number;

  /** A decimal: what they would have cost. */
  @IsString()
  saved!: string;
}

/** What the cache holds, and what it was worth in the last thirty days. */
export class CacheView {
  /** It is switched on, and content is kept. */
  @IsBoolean()
  in_force!: boolean;

  /** Where the answers lie: Redis where there is one, unless `GW_CACHE_STORE` says otherwise. */
  @IsIn(KEPT_IN)
  kept_in!: 'postgres' | 'redis';

  @IsInt()
  entries!: number;

  /** As they lie there. */
  @IsInt()
  bytes!: number;

  @IsInt()
  answered!: number;

  @IsInt()
  hits!: number;

  @IsString()
  saved!: string;

  @IsString()
  currency!: string;

  /** By days of the organisation's time zone; those without calls are left out. */
  @ValidateNested({ each: true })
  @Type(() => CacheDayView)
  days!: readonly CacheDayView[];
}

export class PurgedView {
  /** Answers that were deleted. */
  @IsInt()
  purged!: number;
}
