import type { IncomingMessage } from 'node:http';
import type { Arrival, ReceivedCall, Surface } from '#call';
import type { GatewayError } from '#kernel';
import type { CallerProtocol } from '#wire';
import type { IncomingBody } from './body-intake.js';
import type { Target } from './read-target.js';

/** One way a caller may speak: where its key stands, what it asks, how it is told of errors. */
export interface SurfaceAdapter {
  readonly protocol: CallerProtocol;
  /** For the log and the metrics. */
  surfaceOf(path: string): Surface;
  /** The virtual key, wherever this surface's clients put it. */
  keyOf(request: IncomingMessage): string | undefined;
  /**
   * What is asked, or the answer where it was given before and nothing is done for it again.
   * @throws GatewayError naming what is wrong with the request
   */
  readCall(arrival: Arrival, request: SurfaceRequest): Promise<ReceivedCall | NoCall>;
  /** Where none is named, the path and the client's headers tell it. */
  readonly envelope?: Envelope;
  /** Where the path and the query say more than which resource is meant. @throws GatewayError */
  readonly readTarget?: (request: IncomingMessage) => Target;
  /** A stream is one JSON array here, and not events. */
  readonly wantsArray?: (request: IncomingMessage) => boolean;
}

/** What is asked for is no call of its own. */
export type NoCall = GivenBefore | AnsweredWithin;

/** An answer that is made of the gateway's own calls, each of which is on record, refused ones included. */
export interface AnsweredWithin {
  readonly answerWithin: () => Promise<GivenBefore['givenBefore']>;
}

/** An answer that is no call: nothing is sent, held or recorded for it. */
export interface GivenBefore {
  readonly givenBefore: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** JSON. */
    readonly text: string;
  };
}

/** How errors look to the clients of a surface. */
export interface Envelope {
  /** Where it is not the error's own. */
  statusOf?(error: GatewayError): number;
  /** A whole response body, as JSON. */
  renderError(error: GatewayError, requestId: string): string;
  /** The event that ends a stream which broke. */
  renderStreamError(error: GatewayError, requestId: string): string;
}

/** A request whose target was read once: what is decided on is what is sent. */
export interface SurfaceRequest extends Target {
  readonly incoming: IncomingMessage;
  readonly body: IncomingBody;
  readonly timeoutMs: number;
}
