import type { Fault } from '../faults/fault.js';

/** What a surface answers; how it travels, whole or broken by a fault, is `deliver`'s business. */
export type Answer = WholeAnswer | StreamedAnswer;

export interface WholeAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface StreamedAnswer {
  /** Complete SSE frames, blank line included; or pieces of the content type given. */
  readonly events: Iterable<string | Buffer>;
  readonly contentType?: string;
}

export const json = (value: unknown, status = 200): WholeAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
});

export const DONE = 'data: [DONE]\n\n';

/** A request as the surfaces see it: authenticated, read and parsed. */
export interface SandboxRequest {
  /** The parsed JSON body, a FormData, or undefined where there is none. */
  readonly body: unknown;
  /** The last part of the path, where the route has one. */
  readonly pathId: string;
  readonly fault: Fault;
  /** Unique within and across runs, and the same for the same clock and order of requests. */
  readonly newId: (prefix: string) => string;
  readonly nowSeconds: number;
}

export type Handler = (request: SandboxRequest) => Answer | Promise<Answer>;
