import {
  ArrayMaxSize,
  ArrayMinSize,
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
} from 'class-validator';

const STATES = ['approved', 'changed', 'new', 'gone'] as const;

/** What is shown of a tool. */
export class ToolTextView {
  @IsOptional()
  @IsString()
  title!: string | null;

  @IsString()
  description!: string;

  /** JSON Schema of its arguments. */
  @IsObject()
  input_schema!: object;
}

/** A tool as it was approved, beside what its server says of it now. */
export class ToolView {
  @IsString()
  name!: string;

  /** `changed` and `gone` are shown to nobody and cannot be called; `new` was never approved. */
  @IsIn(STATES)
  state!: (typeof STATES)[number];

  @IsOptional()
  @IsObject()
  approved!: ToolTextView | null;

  @IsOptional()
  @IsObject()
  live!: ToolTextView | null;
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

  /** Those that were approved. */
  @IsString({ each: true })
  tools!: string[];
}

export class ToolsView {
  @IsObject({ each: true })
  data!: ToolView[];
}

/** Tools that are approved as their server tells of them now. */
export class ToolApprovalDto {
  @IsString({ each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(2_000)
  names!: string[];

  /** As of models, `tool_call` above all, or `free`; left out, each keeps the one that it has. */
  @IsOptional()
  price?: unknown;
}
