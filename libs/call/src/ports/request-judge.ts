import type { Cancellation } from '#kernel';
import type { RequestReading } from '../demand.js';

/** A request as the router reads it: what data protection let through, empty where there is none. */
export interface RequestSegments {
  readonly request: string;
  /** As `name (mime)`. */
  readonly attachments: readonly string[];
  /** The turn before. */
  readonly previous: string;
  readonly system: string;
}

/** Reads what a request wants, on this machine and in a fraction of a second. */
export abstract class RequestJudge {
  /**
   * Never rejects, and settles within its own short deadline.
   * @param ended nobody waits for it any more
   * @returns null where the router is not ready, has too much to do or takes too long
   */
  abstract judge(segments: RequestSegments, ended: Cancellation): Promise<RequestReading | null>;
}
