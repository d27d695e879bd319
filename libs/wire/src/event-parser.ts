import { failed, type GatewayError } from '#kernel';

/** One event of a stream, whatever framed it. */
export interface StreamEvent {
  /** The name that the framing gives it; empty where there was none. */
  readonly name: string;
  /** Its payload. */
  readonly data: string;
  /**
   * The stream ended before the event did, so `data` may be a part only. At most the last event is
   * cut.
   */
  readonly isCut: boolean;
}

/** Bytes in, events out. */
export interface EventParser {
  /** What has come of an event that is not whole yet. */
  readonly heldBytes: number;
  /** @throws upstream_failed when an event is larger than `EVENT_BYTES_MAX`, or the framing broken */
  push(chunk: Uint8Array): readonly StreamEvent[];
  /** What was left unfinished. */
  end(): StreamEvent | undefined;
}

/** An image in base64 takes some 6 MB; past this a provider is broken or hostile. */
export const EVENT_BYTES_MAX = 16 * 1024 * 1024;

export function guardEventBytes(size: number): void {
  if (size > EVENT_BYTES_MAX)
    throw malformed(`an event of more than ${EVENT_BYTES_MAX / 1_048_576} MiB`);
}

/** @param what that a provider does not send, unless it is broken */
export const malformed = (what: string): GatewayError =>
  failed('upstream_failed', { message: `The provider sent ${what}.`, gw: { cause: 'malformed' } });
