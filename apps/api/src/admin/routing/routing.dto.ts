import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { DEMANDS } from '#call';
import type { RouteExplanation } from '#routing';

const OPERATIONS = ['chat', 'complete', 'embed', 'draw', 'decide', 'forward'] as const;
const FORMATS = ['chat', 'messages', 'gemini', 'responses'] as const;

export class ExplainDto {
  @IsUUID()
  workload_id!: string;

  @IsString()
  @MaxLength(300)
  model!: string;

  @IsIn(OPERATIONS)
  operation: (typeof OPERATIONS)[number] = 'chat';

  /** That the caller speaks. */
  @IsIn(FORMATS)
  format: (typeof FORMATS)[number] = 'chat';

  /** It goes on with what a provider keeps, such as a stored response. */
  @IsBoolean()
  stored = false;

  /** Of a request to `gw/auto`: the router reads it, and nothing of it is kept. */
  @IsOptional()
  @IsString()
  @MaxLength(20_000)
  text?: string;
}

export class AutoView {
  @IsString()
  route!: string;

  @IsIn(DEMANDS)
  demand!: (typeof DEMANDS)[number];

  /** In sentences. */
  @IsString({ each: true })
  why!: string[];
}

export class FilterView {
  @IsString()
  name!: string;

  @IsBoolean()
  passes!: boolean;
}

export class CandidateView {
  @IsString()
  endpoint!: string;

  @IsString()
  zone!: string;

  @IsBoolean()
  guaranteed!: boolean;

  @IsIn(['own', 'managed'])
  credential!: 'own' | 'managed';

  /** `chosen`, or what stops it. */
  @IsString()
  verdict!: string;

  /** What the residency policy says, enforced or not. */
  @IsOptional()
  @IsString()
  residency!: string | null;

  /** Why it passes all the same. */
  @IsOptional()
  @IsString()
  exception!: string | null;

  /** Each filter in its order, up to the one that stops it. */
  @ValidateNested({ each: true })
  @Type(() => FilterView)
  filters!: FilterView[];
}

/** Where a request would go, and why. */
export class RouteView {
  /** With its provider in front, where the format lets its clients leave that out. */
  @IsString()
  requested!: string;

  @IsOptional()
  @IsString()
  alias!: string | null;

  @IsOptional()
  @IsString()
  reason!: string | null;

  /** The residency policy that was asked. */
  @IsOptional()
  @IsString()
  policy!: string | null;

  /** Of `gw/auto`: where it goes, and why. */
  @IsOptional()
  @ValidateNested()
  @Type(() => AutoView)
  auto!: AutoView | null;

  @ValidateNested({ each: true })
  @Type(() => CandidateView)
  candidates!: CandidateView[];

  /** What would be tried, in this order. */
  @IsString({ each: true })
  tried!: string[];

  /** Why the name leads nowhere. */
  @IsOptional()
  @IsString()
  error!: string | null;
}

export const routeView = (explained: RouteExplanation): RouteView => ({
  requested: explained.requested,
  alias: explained.alias,
  reason: explained.reason,
  policy: explained.policy && `${explained.policy.name}, ${explained.policy.mode}`,
  auto: explained.auto && { ...explained.auto, why: [...explained.auto.why] },
  candidates: explained.candidates.map((one) => ({
    ...one,
    filters: [...one.filters],
  })),
  tried: [...explained.tried],
  error: explained.error,
});
