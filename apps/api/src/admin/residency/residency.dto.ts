import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  ValidateNested,
} from 'class-validator';

const EFFECTS = ['refused', 'reported', 'admitted'] as const;

export class ResidencyPreviewDto {
  /** A merge patch of `residency` of the organisation: what is wanted. */
  @IsObject()
  residency!: object;

  /** Whose exceptions and calls count; left out, nobody's exceptions and the calls of all. */
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

/** How many models of a provider can be reached. */
export class ProviderReachView {
  @IsString()
  name!: string;

  /** Where its models are processed: `EU`, a country, `LOCAL`, `GLOBAL`. */
  @IsString({ each: true })
  zones!: string[];

  @IsInt()
  models!: number;

  @IsInt()
  reachable_before!: number;

  @IsInt()
  reachable_after!: number;

  /** What the wanted policy says against its models. */
  @IsString({ each: true })
  verdicts!: string[];
}

/** Calls of a workload to a model that would have met something else. */
export class AffectedCallsView {
  @IsUUID()
  workload_id!: string;

  @IsString()
  workload!: string;

  /** As served; as asked for where it was refused. */
  @IsString()
  model!: string;

  @IsInt()
  requests!: number;

  /** `refused`; `reported`: marked in the log; `admitted`: refused until now. */
  @IsIn(EFFECTS)
  effect!: (typeof EFFECTS)[number];

  @IsOptional()
  @IsString()
  verdict!: string | null;

  /** Names behind which another model may serve: calls by them are not refused. */
  @IsString({ each: true })
  aliases!: string[];
}

/** The last seven days, had the wanted policy been in force. */
export class PreviewTrafficView {
  @IsDate()
  from!: Date;

  @IsDate()
  to!: Date;

  @IsInt()
  requests!: number;

  @IsInt()
  refused!: number;

  @IsInt()
  reported!: number;

  @IsInt()
  admitted!: number;

  /** The most frequent 200. */
  @ValidateNested({ each: true })
  @Type(() => AffectedCallsView)
  affected!: AffectedCallsView[];
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

  /** Every provider with a model that is known. */
  @ValidateNested({ each: true })
  @Type(() => ProviderReachView)
  providers!: ProviderReachView[];

  /** Of the calls that somebody may see; as old as sealing, a few seconds. */
  @ValidateNested()
  @Type(() => PreviewTrafficView)
  traffic!: PreviewTrafficView;
}
