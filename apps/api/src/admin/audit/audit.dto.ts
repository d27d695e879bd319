import { Transform, Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { ANY_INJECTION, INJECTION_KINDS, type InjectionKind } from '#contract';
import { PAGE_MAX } from '../http/page.js';

const WORD_CHARS_MAX = 200;
const INJECTION_FILTERS = [ANY_INJECTION, ...INJECTION_KINDS] as const;
const SEQ_MAX = Number.MAX_SAFE_INTEGER;

/** What calls are told apart by: each that is given must fit. */
export class SeriesQuery {
  @IsOptional()
  @IsUUID()
  workload?: string;

  /** Public id of the virtual key. */
  @IsOptional()
  @Matches(/^[0-9A-Za-z]{8}$/, {
    message: 'key must be the public id of a key: eight letters and digits',
  })
  key?: string;

  @IsOptional()
  @IsUUID()
  member?: string;

  /** As served, `<provider>/<model>`. */
  @IsOptional()
  @IsString()
  @MaxLength(WORD_CHARS_MAX)
  model?: string;

  @IsOptional()
  @IsString()
  @MaxLength(WORD_CHARS_MAX)
  provider?: string;

  @IsOptional()
  @IsIn(['ok', 'refused', 'error', 'timeout', 'interrupted'])
  outcome?: string;

  /** Key of the catalogue of errors. */
  @IsOptional()
  @IsString()
  @MaxLength(WORD_CHARS_MAX)
  refusal?: string;

  /** Of HTTP. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(599)
  status?: number;

  @IsOptional()
  @IsString()
  @MaxLength(WORD_CHARS_MAX)
  surface?: string;

  @IsOptional()
  @IsString()
  @MaxLength(WORD_CHARS_MAX)
  cache_hit?: string;

  @IsOptional()
  @IsString()
  @MaxLength(WORD_CHARS_MAX)
  jurisdiction?: string;
}

export class AuditQuery extends SeriesQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(PAGE_MAX)
  limit = 50;

  /** `next_cursor` of the page before. */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  cursor?: string;

  @IsOptional()
  @Type(() => Date)
  @IsDate()
  from?: Date;

  /** Not included. */
  @IsOptional()
  @Type(() => Date)
  @IsDate()
  to?: Date;

  /** Of a finding, as in `iban`. */
  @IsOptional()
  @IsString()
  @MaxLength(WORD_CHARS_MAX)
  kind?: string;

  /** How data spoke to a model, `any` for whatever way. */
  @IsOptional()
  @IsIn(INJECTION_FILTERS)
  injection?: InjectionKind | typeof ANY_INJECTION;

  /** A request id, or at least its first eight characters. */
  @IsOptional()
  @Matches(/^[0-9a-fA-F][0-9a-fA-F-]*$/, {
    message: 'text must be a request id, or at least its first eight characters',
  })
  @MinLength(8)
  @MaxLength(36)
  text?: string;

  /** Counts the calls of the range, by buckets, beside the first page. */
  @IsOptional()
  @Transform(({ value }) => value === 'true' || value === true)
  @IsBoolean()
  histogram?: boolean;
}

/** A call, as a row of a list. */
export class AuditRowView {
  /** The request id. */
  @IsString()
  id!: string;

  @IsDate()
  at!: Date;

  /** `call`, `refusal`, `interrupted` or `adjustment`. */
  @IsString()
  type!: string;

  /** Its place in the log; null while it waits to be sealed. */
  @IsOptional()
  @IsInt()
  seq!: number | null;

  @IsOptional()
  @IsString()
  workload_id!: string | null;

  @IsOptional()
  @IsString()
  workload_name!: string | null;

  @IsOptional()
  @IsString()
  key_id!: string | null;

  @IsOptional()
  @IsString()
  key_name!: string | null;

  @IsOptional()
  @IsString()
  member_id!: string | null;

  @IsOptional()
  @IsString()
  surface!: string | null;

  @IsOptional()
  @IsBoolean()
  stream!: boolean | null;

  @IsOptional()
  @IsString()
  model_requested!: string | null;

  @IsOptional()
  @IsString()
  model_served!: string | null;

  @IsOptional()
  @IsString()
  provider!: string | null;

  @IsOptional()
  @IsString()
  region!: string | null;

  @IsOptional()
  @IsString()
  jurisdiction!: string | null;

  @IsString()
  outcome!: string;

  @IsOptional()
  @IsInt()
  status!: number | null;

  @IsOptional()
  @IsString()
  refusal_code!: string | null;

  @IsOptional()
  @IsString()
  refusal_stage!: string | null;

  /** What became of what was found. */
  @IsOptional()
  @IsString()
  protection!: string | null;

  /** Counts by kind. */
  @IsObject()
  findings!: Readonly<Record<string, number>>;

  /** How data spoke to a model in it: the kinds, each once. */
  @IsString({ each: true })
  injections!: readonly string[];

  @IsOptional()
  @IsString()
  cache_hit!: string | null;

  @IsOptional()
  @IsInt()
  tokens_in!: number | null;

  @IsOptional()
  @IsInt()
  tokens_out!: number | null;

  /** A decimal, in `currency`. */
  @IsOptional()
  @IsString()
  cost!: string | null;

  @IsOptional()
  @IsString()
  currency!: string | null;

  @IsOptional()
  @IsInt()
  ttft_ms!: number | null;

  @IsOptional()
  @IsInt()
  latency_ms!: number | null;

  /** So many refusals within a minute, of which this is the first. */
  @IsOptional()
  @IsInt()
  times!: number | null;
}

class BucketView {
  @IsDate()
  at!: Date;

  @IsInt()
  calls!: number;

  @IsInt()
  refused!: number;

  @IsInt()
  failed!: number;
}

export class HistogramView {
  @IsDate()
  from!: Date;

  @IsDate()
  to!: Date;

  /** Of one bucket; those without calls are left out. */
  @IsInt()
  seconds!: number;

  /** Only the newest calls are counted. */
  @IsBoolean()
  partial!: boolean;

  @ValidateNested({ each: true })
  @Type(() => BucketView)
  buckets!: readonly BucketView[];
}

export class AuditPageView {
  @ValidateNested({ each: true })
  @Type(() => AuditRowView)
  data!: readonly AuditRowView[];

  @IsOptional()
  @IsString()
  next_cursor!: string | null;

  /** On the first page, where it was asked for. */
  @IsOptional()
  @ValidateNested()
  @Type(() => HistogramView)
  histogram!: HistogramView | null;
}

class NeighbourView {
  @IsInt()
  seq!: number;

  @IsString()
  id!: string;
}

class LedgerLineView {
  @IsString()
  id!: string;

  @IsIn(['settle', 'void', 'adjust'])
  kind!: string;

  @IsString()
  amount!: string;

  /** What it was settled on, as `scope:id:period`. */
  @IsArray()
  @IsString({ each: true })
  counters!: readonly string[];

  @IsOptional()
  @IsInt()
  price_version!: number | null;

  @IsDate()
  at!: Date;
}

class RelatedCallView {
  @IsString()
  id!: string;

  @IsString()
  type!: string;

  @IsOptional()
  @IsString()
  purpose!: string | null;

  @IsOptional()
  @IsString()
  outcome!: string | null;
}

const STEPS = ['gateway', 'inspect', 'route', 'scope', 'seal', 'meter', 'attempt'] as const;

class StepView {
  /**
   * `gateway`: all before it was sent, together; `attempt`: one try at a provider. The others are steps of
   * `gateway`, in their order, of calls that are on record with them.
   */
  @IsIn(STEPS)
  step!: (typeof STEPS)[number];

  /** To a thousandth. */
  @IsNumber()
  ms!: number;

  @IsOptional()
  @IsString()
  provider!: string | null;

  @IsOptional()
  @IsInt()
  status!: number | null;

  @IsOptional()
  @IsString()
  error!: string | null;
}

/** Everything that is known of one row of the log. */
export class AuditEntryView {
  @IsString()
  id!: string;

  /** The entry as it is sealed; null where it cannot be read, which is a fault of the log. */
  @IsOptional()
  @IsObject()
  entry!: object | null;

  /** Its own bytes, as text: what the leaf is the hash of. */
  @IsString()
  entry_text!: string;

  @IsBoolean()
  sealed!: boolean;

  @IsOptional()
  @IsInt()
  seq!: number | null;

  /** The size of the first signed head that covers it. */
  @IsOptional()
  @IsInt()
  covered_by!: number | null;

  /** SHA-256, hexadecimal. */
  @IsString()
  leaf_hash!: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => NeighbourView)
  previous!: NeighbourView | null;

  @IsOptional()
  @ValidateNested()
  @Type(() => NeighbourView)
  next!: NeighbourView | null;

  @IsOptional()
  @IsString()
  workload_name!: string | null;

  @IsOptional()
  @IsString()
  key_name!: string | null;

  @IsOptional()
  @IsString()
  member_name!: string | null;

  @ValidateNested({ each: true })
  @Type(() => StepView)
  steps!: readonly StepView[];

  @ValidateNested({ each: true })
  @Type(() => LedgerLineView)
  ledger!: readonly LedgerLineView[];

  /** The call on whose behalf this one was made. */
  @IsOptional()
  @IsString()
  parent!: string | null;

  @ValidateNested({ each: true })
  @Type(() => RelatedCallView)
  children!: readonly RelatedCallView[];
}

class KeptTextView {
  /** Null where it does not open: it was changed in the database. */
  @IsOptional()
  @IsString()
  text!: string | null;

  /** It was longer, and is kept up to here. */
  @IsBoolean()
  cut!: boolean;
}

/** What was sent and what came back, after data protection, pseudonyms in place. */
export class AuditContentView {
  @IsString()
  id!: string;

  /** JSON of the request, in the caller's format; null where nothing is kept. */
  @IsOptional()
  @ValidateNested()
  @Type(() => KeptTextView)
  prompt!: KeptTextView | null;

  /** JSON: `parts`, each with `kind`, `choice`, `text`, and `tool` of a call; of an answer without parts, its own. */
  @IsOptional()
  @ValidateNested()
  @Type(() => KeptTextView)
  answer!: KeptTextView | null;
}

/** Rows of the log; left out, all of it. */
export class RangeDto {
  /** The first one. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(SEQ_MAX)
  from?: number;

  /** Not included; moved to the next signed head. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(SEQ_MAX)
  to?: number;
}

export class VerdictView {
  @IsBoolean()
  intact!: boolean;

  /** Rows looked at: up to the first one that is broken. */
  @IsInt()
  rows!: number;

  @IsInt()
  first_seq!: number;

  /** Not included. */
  @IsInt()
  end_seq!: number;

  /** Dropped by retention, as sealed entries say. */
  @IsInt()
  pruned!: number;

  @IsInt()
  checkpoints!: number;

  @IsOptional()
  @IsInt()
  first_broken_seq!: number | null;

  @IsOptional()
  @IsString()
  fault!: string | null;

  /** Base64, of the head that was checked; null of a log without one. */
  @IsOptional()
  @IsString()
  head_hash!: string | null;

  /** The signed head itself: C2SP checkpoint. */
  @IsOptional()
  @IsString()
  checkpoint!: string | null;
}

/** A check of the log, or an export of it. */
export class AuditJobView {
  @IsString()
  id!: string;

  @IsIn(['verify', 'export'])
  kind!: 'verify' | 'export';

  @IsIn(['running', 'done', 'failed'])
  status!: 'running' | 'done' | 'failed';

  @IsInt()
  rows_done!: number;

  @IsInt()
  rows!: number;

  /** Of a check that is done. */
  @IsOptional()
  @ValidateNested()
  @Type(() => VerdictView)
  verdict!: VerdictView | null;

  /** Of an export that is done, in bytes; null once it is gone, after a day. */
  @IsOptional()
  @IsInt()
  size!: number | null;

  /** C2SP verifier key that the export is verified with. */
  @IsOptional()
  @IsString()
  vkey!: string | null;

  @IsOptional()
  @IsString()
  error!: string | null;

  @IsString()
  created_by!: string;

  @IsDate()
  created_at!: Date;

  @IsOptional()
  @IsDate()
  ended_at!: Date | null;
}
