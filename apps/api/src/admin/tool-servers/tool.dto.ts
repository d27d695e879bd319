import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  ValidateNested,
} from 'class-validator';
import { SERVER_METHODS, type InjectionKind, type ServerMethod } from '#call';

const STATES = ['approved', 'changed', 'new', 'gone'] as const;
const TOLD = ['title', 'description', 'input_schema', 'output_schema', 'annotations'] as const;

/** All that is approved of a tool, and that agents are told of it. */
export class ToolTextView {
  @IsOptional()
  @IsString()
  title!: string | null;

  @IsString()
  description!: string;

  /** JSON Schema of its arguments. */
  @IsObject()
  input_schema!: object;

  /** JSON Schema of what it answers. */
  @IsOptional()
  @IsObject()
  output_schema!: object | null;

  /** What it is said to do, such as that it only reads. */
  @IsOptional()
  @IsObject()
  annotations!: object | null;
}

/** Where what a tool says of itself speaks to the model, whatever the policy is. */
export class ToolInjectionView {
  @IsString()
  kind!: InjectionKind;

  @IsIn(TOLD)
  where!: (typeof TOLD)[number];

  /** In UTF-16 units of the text; of what is no text as JSON without spaces. */
  @IsInt()
  offset!: number;

  /** How sure it is, from 0 to 1. */
  @IsNumber()
  score!: number;
}

/** A tool as it was approved, beside what its server says of it now. */
export class ToolView {
  @IsString()
  name!: string;

  /** `changed` and `gone` are shown to nobody and cannot be called; `new` was never approved. */
  @IsIn(STATES)
  state!: (typeof STATES)[number];

  @IsOptional()
  @ValidateNested()
  @Type(() => ToolTextView)
  approved!: ToolTextView | null;

  @IsOptional()
  @ValidateNested()
  @Type(() => ToolTextView)
  live!: ToolTextView | null;

  /** SHA-256 of what the server says of it now; null of what is gone. */
  @IsOptional()
  @IsString()
  digest!: string | null;

  /** Of what the server says of it now, or was approved of what is gone. */
  @ValidateNested({ each: true })
  @Type(() => ToolInjectionView)
  injection_findings!: ToolInjectionView[];
}

/** A provider of family `mcp`. */
export class ToolServerView {
  @IsString()
  id!: string;

  @IsString()
  name!: string;

  @IsString()
  base_url!: string;

  @IsBoolean()
  enabled!: boolean;

  /** It is sent values in the place of pseudonyms. */
  @IsBoolean()
  trusted!: boolean;

  /** Those that were approved. */
  @IsString({ each: true })
  tools!: string[];

  /** What is asked of it beside its tools: its models of these names. */
  @IsIn(SERVER_METHODS, { each: true })
  methods!: ServerMethod[];
}

export class ToolsView {
  @ValidateNested({ each: true })
  @Type(() => ToolView)
  data!: ToolView[];

  /** What the server says that it has beside its tools, by the method that it is asked for with; null where it does not say. */
  @IsOptional()
  @IsIn(SERVER_METHODS, { each: true })
  offers!: ServerMethod[] | null;
}

/** Tools that are approved as their server tells of them now. */
export class ToolApprovalDto {
  @IsString({ each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(2_000)
  names!: string[];

  /** `digest` of each as it was read, in the same order: a tool that is described otherwise by now is refused. Left out, each is taken as it is. */
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, {
    each: true,
    message: 'each must be a digest as the list of tools has it',
  })
  @ArrayMaxSize(2_000)
  digests?: string[];

  /** As of models, `tool_call` above all, or `free`; left out, each keeps the one that it has. */
  @IsOptional()
  price?: unknown;
}
