import { JsonPattern, member, type JsonDocument } from '#kernel';
import type { AnswerReader, StreamReader } from './codec.js';
import type { StreamEvent } from './event-parser.js';
import type { Part, ReplyFrame, Span } from './reply.js';

/** Of frames that nothing was like: a format that counts its frames has no two that are alike. */
const MISSES_MAX = 8;

/** A frame that adds to a text and says nothing else. */
interface TextFrame {
  readonly name: string;
  readonly part: Part;
  readonly pattern: JsonPattern;
  /** Which of the strings that differ is the text. */
  readonly place: number;
}

/**
 * Nearly all frames of a stream are alike but for the piece of text in them. Once the reader of the format has read
 * one of them, those that follow are read by comparing, at a tenth of the price; all others are read as ever.
 * A format qualifies where a frame that adds to an open text, and says nothing else, leaves its reader as it was.
 */
export class AlikeReader implements StreamReader {
  private last: TextFrame | null = null;
  private misses = 0;

  /** @param format of the reader: what a frame says beside its text */
  constructor(
    private readonly reader: StreamReader,
    private readonly format: Pick<AnswerReader, 'lengthOf' | 'texts'>,
  ) {}

  get isOver(): boolean {
    return this.reader.isOver;
  }

  read(event: StreamEvent, payload?: JsonDocument | null): ReplyFrame | undefined {
    const alike = this.last && payload === undefined ? readAlike(event, this.last) : undefined;
    if (alike) {
      this.misses = 0;
      return alike;
    }
    const frame = this.reader.read(event, payload);
    this.last = null; // Whatever it was, the text may have ended with it, or begun anew.
    if (frame && this.misses < MISSES_MAX) this.learn(frame);
    return frame;
  }

  end(): ReplyFrame | undefined {
    return this.reader.end();
  }

  private learn(frame: ReplyFrame): void {
    const { name = '', document, edits, events } = frame;
    const [text] = events;
    if (!document || edits.length > 0 || events.length > 1) return;
    if (text?.type !== 'text' || !text.at || this.saysMore(frame, document)) return;
    this.misses++;
    const differing = stringsOf(document, text.at);
    const pattern = new JsonPattern(document, differing);
    this.last = { name, part: text.part, pattern, place: differing.indexOf(text.at) };
  }

  private saysMore(frame: ReplyFrame, document: JsonDocument): boolean {
    const { speech, images = 0 } = this.format.lengthOf(frame);
    return speech > 0 || images > 0 || this.format.texts.saysMore(document);
  }
}

/** The text, and what OpenAI adds so that the length of a frame does not tell that of its text. */
function stringsOf(document: JsonDocument, text: Span): readonly Span[] {
  const padding = member(document.root, 'obfuscation');
  if (padding?.kind !== 'string') return [text];
  return padding.start < text.start ? [padding, text] : [text, padding];
}

function readAlike(event: StreamEvent, last: TextFrame): ReplyFrame | undefined {
  const { name, part, pattern, place } = last;
  const document = event.name === name ? pattern.match(event.data) : undefined;
  const delta = document?.values[place];
  const at = document?.spans[place];
  if (!document || !delta || !at) return undefined; // An empty text is no event.
  const events = [{ type: 'text', part, delta, at } as const];
  return name === ''
    ? { document, edits: NONE, events, saysTextAlone: true }
    : { name, document, edits: NONE, events, saysTextAlone: true };
}

const NONE = [] as const;
