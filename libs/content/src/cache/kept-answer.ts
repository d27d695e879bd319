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

/** Characters that an event has of its provider. */
export function charsIn(event: ReplyEvent): number {
  switch (event.type) {
    case 'text':
    case 'args':
      return event.delta.length;
    case 'signature':
    case 'opaque':
    case 'citation':
      return event.value.value.length;
    case 'part_start':
      return event.tool ? event.tool.id.length + event.tool.name.length : 0;
    case 'start':
    case 'part_end':
    case 'finish':
    case 'usage':
    case 'error':
    case 'done':
      return 0;
  }
}
