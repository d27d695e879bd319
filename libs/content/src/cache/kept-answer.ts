import type { ReplyEvent, Usage } from '#wire';

/** An answer as it is kept for equal requests. */
export interface KeptAnswer {
  /** That made it, which its entry in the log is found by. */
  readonly callId: string;
  /** Names of the endpoint that made it. */
  readonly provider: string;
  readonly model: string;
  /** As it was charged. */
  readonly usage: Usage;
  readonly events: readonly ReplyEvent[];
  /** Milliseconds since the epoch. */
  readonly storedAtMs: number;
  readonly expiresAtMs: number;
}
