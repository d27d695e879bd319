import { IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, IsUUID } from 'class-validator';
import type { ReadCall } from '#insight';
import { formatNano } from '#kernel';
import { LISTED_OPERATIONS } from '#routing';

export class PlaygroundQuery {
  /** Of one's own; left out, everybody's workload `playground`, with a small budget of its own. */
  @IsOptional()
  @IsUUID()
  workload?: string;
}

/** What a call of one's own was found to hold, and what it cost. */
export class PlaygroundCallView {
  @IsString()
  id!: string;

  @IsString()
  outcome!: string;

  /** A decimal; null where nothing was sent. */
  @IsOptional()
  @IsString()
  cost!: string | null;

  @IsOptional()
  @IsString()
  currency!: string | null;

  @IsOptional()
  @IsString()
  model_served!: string | null;

  @IsOptional()
  @IsInt()
  tokens_in!: number | null;

  @IsOptional()
  @IsInt()
  tokens_out!: number | null;

  @IsOptional()
  @IsInt()
  latency_ms!: number | null;

  /** Until the first of the answer was there. */
  @IsOptional()
  @IsInt()
  ttft_ms!: number | null;

  /** Of it, what the gateway took before the call was sent. */
  @IsOptional()
  @IsInt()
  gateway_ms!: number | null;

  /** Why it went where it went: `pinned`, `alias`. */
  @IsOptional()
  @IsString()
  route_reason!: string | null;

  @IsOptional()
  @IsString()
  provider!: string | null;

  /** Where it was processed. */
  @IsOptional()
  @IsString()
  jurisdiction!: string | null;

  /** Tries at providers. */
  @IsInt()
  attempts!: number;

  /** What became of what was found. */
  @IsOptional()
  @IsString()
  protection!: string | null;

  /** Counts by kind. */
  @IsObject()
  findings!: Readonly<Record<string, number>>;
}

/** A name that a call may ask for. */
export class PlaygroundModelView {
  /** `<provider>/<model>`, or an alias. */
  @IsString()
  id!: string;

  @IsBoolean()
  alias!: boolean;

  /** The local sandbox answers, not a real model. */
  @IsBoolean()
  sandbox!: boolean;

  @IsOptional()
  @IsInt()
  context_tokens!: number | null;

  @IsOptional()
  @IsInt()
  max_output_tokens!: number | null;

  /** Whom it may be asked by: conversations, typed decisions, or both. */
  @IsIn(LISTED_OPERATIONS, { each: true })
  takes!: (typeof LISTED_OPERATIONS)[number][];
}

export const callView = (
  id: string,
  entry: NonNullable<ReadCall['entry']>,
): PlaygroundCallView => ({
  id,
  outcome: entry.outcome,
  cost: entry.price ? formatNano(BigInt(entry.price.nano)) : null,
  currency: entry.price?.currency ?? null,
  model_served: entry.model_routed,
  tokens_in: entry.tokens?.in ?? null,
  tokens_out: entry.tokens?.out ?? null,
  latency_ms: entry.latency_ms,
  ttft_ms: entry.ttft_ms,
  gateway_ms: entry.gateway_ms,
  route_reason: entry.route_reason,
  provider: entry.provider,
  jurisdiction: entry.jurisdiction,
  attempts: entry.attempts.length,
  protection: entry.dlp?.action ?? null,
  findings: entry.dlp?.findings ?? {},
});
