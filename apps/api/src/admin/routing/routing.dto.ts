import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { RouteExplanation } from '#routing';

const OPERATIONS = ['chat', 'complete', 'embed', 'draw', 'forward'] as const;
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
  candidates: explained.candidates.map((one) => ({
    ...one,
    filters: [...one.filters],
  })),
  tried: [...explained.tried],
  error: explained.error,
});

export class ResidencyPreviewDto {
  /** A merge patch of `residency` of the organisation: what is wanted. */
  @IsObject()
  residency!: object;

  /** Whose exceptions count; left out, nobody's. */
  @IsOptional()
  @IsUUID()
  workload_id?: string;
}

export class MovedModelView {
  @IsString()
  id!: string;

  @IsBoolean()
  reachable_before!: boolean;

  @IsBoolean()
  reachable_after!: boolean;

  /** What the wanted policy says; null where it is off. */
  @IsOptional()
  @IsString()
  verdict!: string | null;
}

/** What a wanted residency policy would do. Nothing is changed. */
export class ResidencyPreviewView {
  @IsInt()
  reachable_before!: number;

  @IsInt()
  reachable_after!: number;

  /** Settings by which data would go further than now. */
  @IsString({ each: true })
  loosens!: string[];

  /** The first 1,000 models that become reachable, or stop being so. */
  @ValidateNested({ each: true })
  @Type(() => MovedModelView)
  changed!: MovedModelView[];
}
