import type { JsonDocument } from '#kernel';
import type { Conversation } from './conversation/conversation.js';
import type { Protocol } from './protocol.js';
import type { ReplyFrame } from './reply.js';
import type { SseEvent } from './sse/sse-parser.js';
import type { TextGrammar } from './texts/text-grammar.js';

/**
 * How answers in one format are read and written. A reader turns what arrived into frames; a writer
 * turns frames into what the caller gets: frames of its own format by splicing their payloads, frames
 * of any other from their events.
 */
export interface AnswerCodec {
  /** A buffered answer; its last event is `done` or `error`, as in a stream. */
  readAnswer(document: JsonDocument): ReplyFrame;
  newStreamReader(): StreamReader;
  writeAnswer(frame: ReplyFrame, options: AnswerOptions): string;
  newStreamWriter(options: AnswerOptions): StreamWriter;
  readonly texts: TextGrammar;
}

/** A format of conversations can say its requests in canonical form, too. */
export interface ConversationCodec extends AnswerCodec {
  readConversation(document: JsonDocument): Conversation;
  /** The text of a request in this format. */
  writeRequest(conversation: Conversation): string;
}

export interface AnswerOptions {
  /** The format of the frames' payloads. */
  readonly source: Protocol;
  /** The model as the caller wrote it; null leaves the provider's own in place. */
  readonly model: string | null;
  /** The caller asked for the usage frame at the end of a stream. */
  readonly wantsUsage: boolean;
}

export interface StreamReader {
  /** The answer has ended: whatever a provider sends after that is not for the caller. */
  readonly isOver: boolean;
  /** Undefined for an event that says nothing. */
  read(event: SseEvent): ReplyFrame | undefined;
  /** The frame that ends the answer, once nothing more comes; undefined when it has ended already. */
  end(): ReplyFrame | undefined;
}

export interface StreamWriter {
  readonly isOver: boolean;
  /** Whole server-sent events, or an empty string. */
  write(frame: ReplyFrame): string;
}
