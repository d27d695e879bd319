import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
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

  /** A merge patch of `protection` of the organisation: tried as if it were in force, by who may change it. */
  @IsOptional()
  @IsObject()
  protection?: object;
}

export class FindingsQuery {
  /** Up to now. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(90)
  days = 30;
}

export class KindOfDayView {
  /** As 2026-11-20, of the organisation's time zone. */
  @IsString()
  day!: string;

  @IsString()
  kind!: string;

  /** In which it was found at least once. */
  @IsInt()
  calls!: number;
}

/** In how many calls of each day something of a kind was found. */
export class FindingsView {
  @IsDate()
  from!: Date;

  @IsDate()
  to!: Date;

  /** Days and kinds without a call are left out. */
  @ValidateNested({ each: true })
  @Type(() => KindOfDayView)
  days!: readonly KindOfDayView[];

  /** Only the newest calls are counted: there are too many. */
  @IsBoolean()
  partial!: boolean;
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

  /** Milliseconds that finding and all four outputs took. */
  @IsNumber()
  took_ms!: number;
}

export const testView = (
  mode: ProtectionTestView['mode'],
  trial: Trial,
  tookMs: number,
): ProtectionTestView => ({
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
  took_ms: Math.round(tookMs * 10) / 10,
});
