import {
  isTrue,
  itemsOf,
  member,
  objectOf,
  sha256,
  stringOf,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { errorEvent } from '../errors/error-event.js';
import { PIECES_MAX, tooManyPieces } from '../guard-pieces.js';
import { spanOf, type Part, type ReplyEvent } from '../reply.js';
import { isFailure, readFinishReason } from './finish-reason.js';
import { PartialArgs } from './partial-args.js';

/** A call whose arguments come piece by piece. */
interface OpenCall {
  readonly part: Part;
  readonly args: PartialArgs;
}

/** One candidate of an answer while it is read: makes its parts, once each, and tells their borders. */
export class Candidate {
  hasFinished = false;
  private text: Part | null = null;
  private call: OpenCall | null = null;
  private readonly counts = new Map<Part['kind'], number>();
  private pieces = 0;

  constructor(readonly index: number) {}

  read(candidate: JsonNode, document: JsonDocument, events: ReplyEvent[]): void {
    for (const part of itemsOf(member(member(candidate, 'content'), 'parts'))) {
      if (objectOf(part)) this.readPart(part as JsonObject, document, events);
    }
    const native = stringOf(member(candidate, 'finishReason'));
    if (native !== undefined)
      this.finish(native, events, stringOf(member(candidate, 'finishMessage')));
  }

  /** Only the first finish counts. @param native the provider's word */
  finish(native: string, events: ReplyEvent[], message?: string): void {
    if (this.hasFinished) return;
    this.hasFinished = true;
    this.endAll(events);
    if (isFailure(native) && this.counts.size === 0) {
      const said = message ?? `The model's answer cannot be read: ${native}.`;
      events.push(errorEvent({ type: native, code: null, message: said, param: null }));
      return;
    }
    const reason = readFinishReason(native, this.counts.has('tool_call'));
    events.push({ type: 'finish', choice: this.index, reason });
  }

  private readPart(part: JsonObject, document: JsonDocument, events: ReplyEvent[]): void {
    const call = objectOf(member(part, 'functionCall'));
    const signature = stringOf(member(part, 'thoughtSignature'));
    if (call) return this.readCall(call, signature, document, events);
    const text = member(part, 'text');
    if (text?.kind !== 'string' || (text.value === '' && signature)) {
      return this.readOpaque(part, document, events);
    }
    if (text.value === '') return;
    this.endCall(events);
    const kind = isTrue(member(part, 'thought')) ? 'thinking' : 'text';
    if (this.text?.kind !== kind) {
      this.endText(events);
      this.text = this.add(kind);
      events.push({ type: 'part_start', part: this.text });
    }
    events.push({ type: 'text', part: this.text, delta: text.value, at: spanOf(text) });
    if (signature) {
      this.sign(this.text, signature, events);
      this.endText(events); // What is signed stays apart from what is not.
    }
  }

  private readCall(
    call: JsonObject,
    signature: string | undefined,
    document: JsonDocument,
    events: ReplyEvent[],
  ): void {
    const name = stringOf(member(call, 'name'));
    const goesOn = isTrue(member(call, 'willContinue'));
    if (name !== undefined) {
      this.endAll(events);
      const part = this.add('tool_call');
      const id = stringOf(member(call, 'id')) || callId(document.text, part.index);
      events.push({ type: 'part_start', part, tool: { id, name, isCustom: false } });
      if (signature) this.sign(part, signature, events);
      const args = objectOf(member(call, 'args'));
      if (!goesOn && !member(call, 'partialArgs')) {
        if (args) {
          const delta = document.text.slice(args.start, args.end);
          events.push({ type: 'args', part, delta });
        }
        events.push({ type: 'part_end', part });
        return;
      }
      this.call = { part, args: new PartialArgs() };
    }
    this.call?.args.add(member(call, 'partialArgs'));
    if (!goesOn) this.endCall(events);
  }

  /** Code that the provider ran, files, signatures alone, and what is newer than this. */
  private readOpaque(part: JsonObject, { text }: JsonDocument, events: ReplyEvent[]): void {
    if (part.keys.length === 0) return;
    this.endAll(events);
    if (++this.pieces > PIECES_MAX) throw tooManyPieces();
    const value = text.slice(part.start, part.end);
    events.push({ type: 'opaque', choice: this.index, value: { origin: 'gemini', value } });
  }

  private sign(part: Part, value: string, events: ReplyEvent[]): void {
    events.push({ type: 'signature', part, value: { origin: 'gemini', value } });
  }

  private add(kind: Part['kind']): Part {
    if (++this.pieces > PIECES_MAX) throw tooManyPieces();
    const index = this.counts.get(kind) ?? 0;
    this.counts.set(kind, index + 1);
    return { choice: this.index, kind, index };
  }

  private endAll(events: ReplyEvent[]): void {
    this.endText(events);
    this.endCall(events);
  }

  private endText(events: ReplyEvent[]): void {
    if (this.text) events.push({ type: 'part_end', part: this.text });
    this.text = null;
  }

  private endCall(events: ReplyEvent[]): void {
    if (!this.call) return;
    const { part, args } = this.call;
    this.call = null;
    events.push({ type: 'args', part, delta: args.text() }, { type: 'part_end', part });
  }
}

const ID_CHARS = 24;
const NOT_ALPHANUMERIC = /[^A-Za-z0-9]/g;

/** For a call without one: the payload names its answer, so no other call of a conversation has it. */
const callId = (payload: string, index: number): string =>
  `call_${sha256(`${index} ${payload}`)
    .toString('base64')
    .replaceAll(NOT_ALPHANUMERIC, '')
    .slice(0, ID_CHARS)}`;
