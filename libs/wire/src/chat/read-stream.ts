import {
  changeMembers,
  itemsOf,
  member,
  numberOf,
  objectOf,
  replaceWithString,
  stringOf,
  type Edit,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import { CUT, errorEvent, MALFORMED } from '../errors/error-event.js';
import { errorOf, readErrorBody } from '../errors/read-error-body.js';
import type { StreamReader } from '../codec.js';
import { usageEvents, type ReplyEvent, type ReplyFrame } from '../reply.js';
import { isDoneMarker, readPayload } from '../sse/read-payload.js';
import type { StreamEvent } from '../event-parser.js';
import { Choice } from './choice.js';
import { knownFinish } from './finish-reason.js';
import { guardPieces, PIECES_MAX, tooManyPieces } from '../guard-pieces.js';
import { readServedTier } from '../service-tier.js';
import { findUsage, readUsage } from './read-usage.js';

const ROLE: ReadonlySet<string> = new Set(['role']);

/** Decodes `chat.completion.chunk` events. The last frame, and no other, has `done` or `error`. */
export class ChatStreamReader implements StreamReader {
  isOver = false;
  private readonly choices: Choice[] = [];
  private hasStarted = false;

  read(event: StreamEvent, payload?: JsonDocument | null): ReplyFrame | undefined {
    if (isDoneMarker(event.data)) return this.over(null, ...this.finishes(), { type: 'done' });
    const document = payload === undefined ? readPayload(event.data) : payload;
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

  /** Of choices whose provider ended without one: clients take an answer without it for broken. */
  private finishes(): ReplyEvent[] {
    const events: ReplyEvent[] = [];
    for (const choice of this.choices) choice.finish('stop', events);
    return events;
  }

  private readDocument(document: JsonDocument, name: string): ReplyFrame {
    const { root } = document;
    const events: ReplyEvent[] = [];
    const edits: Edit[] = [];
    const choices = itemsOf(member(root, 'choices'));
    guardPieces(document, choices);
    const error = readErrorBody(root) ?? (name === 'error' ? errorOf(root) : undefined);
    if (!error) {
      this.start(root, events);
      for (const choice of choices) this.readChoice(choice, events, edits);
    }
    const usage = readUsage(findUsage(root));
    const tier = usage && readServedTier(member(root, 'service_tier'));
    events.push(...usageEvents(usage, tier, choices.length === 0));
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
      if (choice.isNew) edits.push(...correctRole(delta));
      choice.isNew = false;
      choice.readTexts(delta, events);
      for (const piece of itemsOf(member(delta, 'tool_calls'))) {
        const known = choice.calls.count;
        const position = choice.calls.place(piece);
        edits.push(...correctCall(piece, position, position >= known));
        choice.readToolCall(piece, position, events);
      }
    }
    const finish = member(node, 'finish_reason');
    const native = stringOf(finish);
    if (native === undefined || native === 'error') return;
    if (finish) edits.push(...correctFinish(finish, native));
    choice.finish(native, events);
  }

  private choiceAt(index: number): Choice {
    for (const known of this.choices) if (known.index === index) return known;
    if (this.choices.length >= PIECES_MAX) throw tooManyPieces();
    const choice = new Choice(index);
    this.choices.push(choice);
    return choice;
  }

  private over(document: JsonDocument | null, ...events: ReplyEvent[]): ReplyFrame {
    this.isOver = true;
    return { document, edits: [], events };
  }
}

/** Clients add a message up from the role that its first piece says. */
function correctRole(delta: JsonNode): Edit[] {
  const object = objectOf(delta);
  if (!object || stringOf(member(object, 'role'))) return [];
  return changeMembers(object, ROLE, new Map([['role', '"assistant"']]));
}

/** They put calls together by `index`, and want to know the type of each from its first piece. */
function correctCall(piece: JsonNode, position: number, isFirst: boolean): Edit[] {
  const call = objectOf(piece);
  if (!call) return [];
  const right = new Map<string, string>();
  if (numberOf(member(call, 'index')) !== position) right.set('index', String(position));
  if (isFirst && !stringOf(member(call, 'type'))) {
    right.set('type', member(call, 'custom') ? '"custom"' : '"function"');
  }
  return right.size === 0 ? [] : changeMembers(call, new Set(right.keys()), right);
}

/** A word that only the provider's own clients know. */
function correctFinish(node: JsonNode, native: string): Edit[] {
  const known = knownFinish(native);
  return known === native || node.kind !== 'string' ? [] : [replaceWithString(node, known)];
}
