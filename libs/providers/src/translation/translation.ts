import type { ErrorDetails, ErrorKey } from '#kernel';
import type { BodyOrder, WrittenBody } from '../body-order.js';

/** What the thread is asked: plain data, since it crosses as a copy. */
export interface Translation {
  readonly order: BodyOrder;
  /** The request as data protection let it through. */
  readonly text: string;
}

export type Translated =
  | { readonly kind: 'bodies'; readonly bodies: readonly WrittenBody[] }
  /** A `GatewayError`: its class would not survive the crossing. */
  | { readonly kind: 'refused'; readonly key: ErrorKey; readonly details: ErrorDetails }
  /** A fault of ours. Its message may quote the request, so only its name and frames are told. */
  | { readonly kind: 'fault'; readonly name: string; readonly frames: string };
