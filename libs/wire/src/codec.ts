import type { JsonDocument } from '#kernel';
import type { Conversation } from './conversation/conversation.js';
import type { EmbeddingRequest } from './embedding/embedding-request.js';
import type { Protocol } from './protocol.js';
import type { AnswerLength, ErrorEvent, ReplyFrame } from './reply.js';
import type { StreamEvent } from './event-parser.js';
import type { Repeated } from './responses/repeated.js';
import type { AnswerTexts, TextGrammar } from './texts/text-grammar.js';
import type { Usage } from './usage.js';

/** How the answers of a provider in one format are read: what arrived becomes frames. */
export interface AnswerReader {
  /** A buffered answer; its last event is `done` or `error`, as in a stream. */
  readAnswer(document: JsonDocument): ReplyFrame;
  newStreamReader(): StreamReader;
  /** What a frame of this format adds to its answer. */
  lengthOf(frame: ReplyFrame): AnswerLength;
  readonly texts: AnswerTexts;
}

/**
 * A format that callers speak is written, too: frames of its own by splicing their payloads, frames of
 * any other from their events.
 */
export interface AnswerCodec extends AnswerReader {
  writeAnswer(frame: ReplyFrame, options: AnswerOptions): string;
  newStreamWriter(options: AnswerOptions): StreamWriter;
  readonly texts: TextGrammar;
}

/** A format that callers hold conversations in can say its requests in canonical form, too. */
export interface SpokenCodec extends AnswerCodec {
  readConversation(document: JsonDocument): Conversation;
}

/** One that providers hold conversations in, as well. */
export interface ConversationCodec extends SpokenCodec {
  /** The text of a request in this format. */
  writeRequest(conversation: Conversation): string;
}

/** A format that callers ask for vectors in. */
export interface EmbeddingCodec extends AnswerCodec {
  /** @throws field_invalid for what is known to its own providers alone */
  readRequest(document: JsonDocument): EmbeddingRequest;
}

export interface AnswerOptions {
  /** The format of the frames' payloads. */
  readonly source: Protocol;
  /** The model as the caller wrote it; null leaves the provider's own in place. */
  readonly model: string | null;
  /** The caller asked for the usage frame at the end of a stream. */
  readonly wantsUsage: boolean;
  /** What a model thought may be shown, where the caller's format has a place for it. */
  readonly showsThinking: boolean;
  /** What is not shown is given back under a seal, in the format that has a place for one. */
  readonly sealsThinking?: boolean | undefined;
  /** Our own estimate, for a format that tells the input before the provider has counted it. */
  readonly inputTokens: number;
  readonly requestId: string;
  /** How vectors are told; as numbers unless the caller asks for this. */
  readonly vectorsAs?: 'base64';
  /** Names of the caller's tools whose input is a text, which some models give within an object. */
  readonly customTools: ReadonlySet<string>;
  /** What the answer says again of its request, in a format whose answers do. */
  readonly repeated?: Repeated | undefined;
  /** What an answer that was kept took when it was made: told beside its usage, which is none. Read when usage is told. */
  readonly cachedUsage?: Usage | undefined;
}

export interface StreamReader {
  /** The answer has ended: whatever a provider sends after that is not for the caller. */
  readonly isOver: boolean;
  /**
   * Undefined for an event that says nothing.
   * @param payload what `payloadSteps` made of a large event; else the reader parses it
   * @throws upstream_failed when it holds more pieces than any model sends at a time
   */
  read(event: StreamEvent, payload?: JsonDocument | null): ReplyFrame | undefined;
  /** The frame that ends the answer, once nothing more comes; undefined when it has ended already. */
  end(): ReplyFrame | undefined;
}

export interface StreamWriter {
  readonly isOver: boolean;
  /** A whole event that bridges a silence, where the format has one; any other gets a comment. */
  readonly keepalive?: string;
  /** Whole server-sent events, or an empty string. */
  write(frame: ReplyFrame): string;
  /**
   * What ends a stream that broke, where its events are numbered or tell once more what came before.
   * @param more members of the error
   */
  breakOff?(error: ErrorEvent, more?: object): string;
}
