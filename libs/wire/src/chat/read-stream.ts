import {
  changeMembers,
  itemsOf,
  member,
  numberOf,
  objectOf,
  stringOf,
  type Edit,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import { CUT, errorEvent, MALFORMED } from '../errors/error-event.js';
import { errorOf, readErrorBody } from '../errors/read-error-body.js';
import type { StreamReader } from '../codec.js';
import type { ReplyEvent, ReplyFrame } from '../reply.js';
import { isDoneMarker, readPayload } from '../sse/read-payload.js';
import type { SseEvent } from '../sse/sse-parser.js';
import { Choice } from './choice.js';
import { findUsage, readUsage } from './read-usage.js';

const INDEX: ReadonlySet<string> = new Set(['index']);

/** Decodes `chat.completion.chunk` events. The last frame, and no other, has `done` or `error`. */
export class ChatStreamReader implements StreamReader {
  isOver = false;
  private readonly choices: Choice[] = [];
  private hasStarted = false;

  read(event: SseEvent): ReplyFrame | undefined {
    if (isDoneMarker(event.data)) return this.over(null, { type: 'done' });
    const document = readPayload(event.data);
    if (document && document.root.kind !== 'string' && document.root.kind !== 'scalar') {
      return this.readDocument(document, event.name);
    }
    // An empty event is a sign of life; one that was cut is judged at the end of the stream.
    if (event.isCut || event.data.trim() === '') return undefined;
    return this.over(null, MALFORMED);
  }

  /** The stream ended without `[DONE]`: complete only if every choice had said its finish. */
  end(): ReplyFrame | undefined {
    if (this.isOver) return undefined;
    const isComplete = this.choices.length > 0 && this.choices.every((choice) => choice.isFinished);
    return this.over(null, isComplete ? { type: 'done' } : CUT);
  }

  private readDocument(document: JsonDocument, name: string): ReplyFrame {
    const { root } = document;
    const events: ReplyEvent[] = [];
    const edits: Edit[] = [];
    const choices = itemsOf(member(root, 'choices'));
    const error = readErrorBody(root) ?? (name === 'error' ? errorOf(root) : undefined);
    if (!error) {
      this.start(root, events);
      for (const choice of choices) this.readChoice(choice, events, edits);
    }
    const usage = readUsage(findUsage(root));
    if (usage) events.push({ type: 'usage', usage, isWholeFrame: choices.length === 0 });
    if (error) return this.over(document, ...events, errorEvent(error));
    if (choices.some((choice) => stringOf(member(choice, 'finish_reason')) === 'error')) {
      return this.over(document, ...events, errorEvent(errorOf(undefined)));
    }
    return name === '' ? { document, edits, events } : { name, document, edits, events };
  }

  private start(root: JsonNode, events: ReplyEvent[]): void {
    if (this.hasStarted) return;
    const id = stringOf(member(root, 'id'));
    if (!id) return; // Azure's first frame has none.
    this.hasStarted = true;
    events.push({ type: 'start', id });
  }

  private readChoice(node: JsonNode, events: ReplyEvent[], edits: Edit[]): void {
    const choice = this.choiceAt(numberOf(member(node, 'index')) ?? 0);
    const delta = member(node, 'delta') ?? member(node, 'message');
    if (delta) {
      choice.readTexts(delta, events);
      for (const piece of itemsOf(member(delta, 'tool_calls'))) {
        const position = choice.calls.place(piece);
        edits.push(...correctIndex(piece, position));
        choice.readToolCall(piece, position, events);
      }
    }
    const native = stringOf(member(node, 'finish_reason'));
    if (native !== undefined && native !== 'error') choice.finish(native, events);
  }

  private choiceAt(index: number): Choice {
    for (const known of this.choices) if (known.index === index) return known;
    const choice = new Choice(index);
    this.choices.push(choice);
    return choice;
  }

  private over(document: JsonDocument | null, ...events: ReplyEvent[]): ReplyFrame {
    this.isOver = true;
    return { document, edits: [], events };
  }
}

/** Clients put calls together by `index`, so a missing or misleading one is set right. */
function correctIndex(piece: JsonNode, position: number): Edit[] {
  const call = objectOf(piece);
  if (!call || numberOf(member(call, 'index')) === position) return [];
  return changeMembers(call, INDEX, new Map([['index', String(position)]]));
}
