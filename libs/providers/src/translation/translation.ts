import type { ErrorDetails, ErrorKey } from '#kernel';
import type { AnswerOptions, CallerProtocol, ReplyFrame } from '#wire';
import type { BodyOrder, WrittenBody } from '../body-order.js';

/** What the thread is asked: plain data, since it crosses as a copy. */
export type Translation = RequestTranslation | AnswerTranslation;

export interface RequestTranslation {
  readonly kind: 'request';
  readonly order: BodyOrder;
  /** The request as data protection let it through. */
  readonly text: string;
}

export interface AnswerTranslation {
  readonly kind: 'answer';
  /** The format that the caller is told the answer in. */
  readonly protocol: CallerProtocol;
  readonly frame: ToldFrame;
  readonly options: AnswerOptions;
}

/** What a whole answer says; its payload means nothing in another format. */
export type ToldFrame = Pick<ReplyFrame, 'events' | 'pictures'>;

export type Translated =
  | { readonly kind: 'bodies'; readonly bodies: readonly WrittenBody[] }
  | { readonly kind: 'answer'; readonly text: string }
  /** A `GatewayError`: its class would not survive the crossing. */
  | { readonly kind: 'refused'; readonly key: ErrorKey; readonly details: ErrorDetails }
  /** A fault of ours. Its message may quote what was said, so only its name and frames are told. */
  | { readonly kind: 'fault'; readonly name: string; readonly frames: string };
