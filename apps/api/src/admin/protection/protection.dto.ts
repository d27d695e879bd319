import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { Trial } from '#dlp';

const TEXT_CHARS_MAX = 32_000;
const FINDINGS_MAX = 1_000;
const MODES = ['allow_log', 'mask', 'tokenize', 'block'] as const;

export class ProtectionTestDto {
  @IsString()
  @MaxLength(TEXT_CHARS_MAX)
  text!: string;

  /** By whose policy; left out, by the organisation's. */
  @IsOptional()
  @IsUUID()
  workload_id?: string;
}

export class FindingView {
  @IsString()
  kind!: string;

  /** Whose number it is, as `pl_pesel`. */
  @IsOptional()
  @IsString()
  subtype!: string | null;

  /** In UTF-16 units of the text, as JavaScript counts. */
  @IsInt()
  start!: number;

  @IsInt()
  end!: number;

  /** How sure it is, from 0 to 1. */
  @IsNumber()
  score!: number;

  /** What speaks for it. */
  @IsString()
  evidence!: string;

  /** What the policy does about it; `would_…` where it only observes, `excepted` by an exception. */
  @IsString()
  action!: string;
}

export class ProtectedView {
  @IsIn(MODES)
  mode!: (typeof MODES)[number];

  /** Null: the request would be refused. */
  @IsOptional()
  @IsString()
  text!: string | null;

  /** The code of the refusal. */
  @IsOptional()
  @IsString()
  refusal!: string | null;
}

/** What data protection finds in a text, and what would be sent in its place. */
export class ProtectionTestView {
  /** Of the policy in force. */
  @IsIn(MODES)
  mode!: (typeof MODES)[number];

  /** The first 1,000. */
  @ValidateNested({ each: true })
  @Type(() => FindingView)
  findings!: FindingView[];

  /** Something in it could not be read. */
  @IsBoolean()
  unread!: boolean;

  @ValidateNested({ each: true })
  @Type(() => ProtectedView)
  outputs!: ProtectedView[];
}

export const testView = (mode: ProtectionTestView['mode'], trial: Trial): ProtectionTestView => ({
  mode,
  findings: trial.findings.slice(0, FINDINGS_MAX).map((one) => ({
    kind: one.kind,
    subtype: one.subtype ?? null,
    start: one.start,
    end: one.end,
    score: one.score,
    evidence: one.evidence,
    action: one.fate,
  })),
  unread: trial.hasUnread,
  outputs: trial.outputs.map((output) => ({ ...output })),
});
