import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';

const YAML_CHARS_MAX = 3_500_000; // Below what a request may have, escapes included.
const KINDS = ['organisation', 'exchange_rates', 'provider', 'alias', 'workload'] as const;
const ACTIONS = ['create', 'update', 'delete'] as const;

export class WantedPlanDto {
  /** Settings as a file has them, `apiVersion: gw/v1`. Sections that it leaves out stay as they are. */
  @IsString()
  @MaxLength(YAML_CHARS_MAX)
  yaml!: string;

  /** What the document does not name goes. */
  @IsBoolean()
  prune = false;
}

export class ApplyDto extends WantedPlanDto {
  /** Of the plan that is to be applied. */
  @Matches(/^[0-9a-f]{64}$/, { message: 'hash must be that of a plan: make one first' })
  hash!: string;
}

export class PlannedFieldView {
  @IsString()
  path!: string;

  /** As JSON. */
  @IsString()
  from!: string;

  /** As JSON. */
  @IsString()
  to!: string;
}

export class PlannedChangeView {
  @IsIn(KINDS)
  kind!: (typeof KINDS)[number];

  @IsString()
  name!: string;

  @IsIn(ACTIONS)
  action!: (typeof ACTIONS)[number];

  /** The settings file owns it: a plan with it is not applied. */
  @IsBoolean()
  managed_by_file!: boolean;

  /** Settings by which data would go further than now. */
  @IsString({ each: true })
  loosens!: string[];

  /** The first 200 members that differ. */
  @ValidateNested({ each: true })
  @Type(() => PlannedFieldView)
  fields!: PlannedFieldView[];
}

/** What a document would change. */
export class PlanView {
  /** Sent back to apply exactly this. */
  @IsString()
  hash!: string;

  @ValidateNested({ each: true })
  @Type(() => PlannedChangeView)
  changes!: PlannedChangeView[];

  @IsInt()
  unchanged!: number;
}

export class AppliedView {
  @IsInt()
  created!: number;

  @IsInt()
  updated!: number;

  @IsInt()
  deleted!: number;
}

export class ExportQuery {
  /** `json` in the place of YAML. */
  @IsOptional()
  @IsIn(['yaml', 'json'])
  format?: 'yaml' | 'json';
}
