import { applyEdits, member, numberOf, stringOf, type JsonDocument } from '#kernel';
import { sealCall } from '../call-seal.js';
import type { AnswerOptions, StreamWriter } from '../codec.js';
import { raw, writeJson } from '../conversation/write-json.js';
import { HeldBack } from '../held-back.js';
import {
  isCall,
  type ErrorEvent,
  type Opaque,
  type Part,
  type ReplyEvent,
  type ReplyFrame,
  type ToolHead,
} from '../reply.js';
import { writeSse } from '../sse/write-sse.js';
import type { Usage } from '../usage.js';
import { modelEdits } from '../write-model.js';
import { writeIncomplete } from './finish.js';
import { endOf, growthOf, pieceForm, type PieceForm, type Step } from './item-steps.js';
import {
  givesThinking,
  isHidden,
  itemId,
  opaqueItem,
  responseId,
  sealedItem,
  wholeOf,
  type OutputItem,
  type Status,
} from './output-item.js';
import { responseObject, type Ending } from './response-object.js';
import { sealSignature } from './seal.js';

/** Of what was told so far, since the last event repeats it: far more than any model says at a time. */
const TOLD_CHARS_MAX = 16 * 1_024 * 1_024;

/** An item that has begun and not ended, with its place in the output. */
interface OpenItem {
  readonly item: OutputItem;
  readonly place: number;
  readonly piece: PieceForm | null;
}

/**
 * Writes the events of a response: the provider's own where it speaks this format, else from what the frames
 * say. Clients build their answer from the last event, so all that was said is kept until then. Items may
 * be open side by side, as calls are; a text ends where anything else begins.
 */
export class ResponsesStreamWriter implements StreamWriter {
  isOver = false;
  private readonly open = new Map<Part, OpenItem>();
  /** Items that are whole, as JSON, by their place. */
  private readonly output: string[] = [];
  private places = 0;
  private sequence = 0;
  private readonly told = new HeldBack(TOLD_CHARS_MAX, 'an answer');
  private id = '';
  private hasStarted = false;
  private usage: Usage | null = null;
  private reason = 'stop';
  private status: Status = 'completed';

  constructor(private readonly options: AnswerOptions) {}

  write(frame: ReplyFrame): string {
    const last = frame.events.at(-1);
    this.isOver = last?.type === 'done' || last?.type === 'error';
    if (this.options.source !== 'responses') return this.writeEvents(frame.events);
    if (frame.document) return this.writePayload(frame, frame.document, last);
    // A frame that was added on the way: only how a stream broke is news to the caller. One before all others
    // is an answer that came whole.
    if (last?.type === 'error') return this.breakOff(last);
    return this.hasStarted ? '' : this.writeEvents(frame.events);
  }

  /** Clients wait for `response.failed`; older ones know `error` alone. */
  breakOff(error: ErrorEvent, more: object = {}): string {
    const { message, code, param = null } = error;
    this.isOver = true;
    return (
      this.start('') +
      this.event('error', { code, message, param, ...more }) +
      this.event('response.failed', { response: this.response({ kind: 'error', error }) })
    );
  }

  private writePayload(frame: ReplyFrame, document: JsonDocument, last?: ReplyEvent): string {
    this.learn(document);
    const edits = [...frame.edits, ...modelEdits(document, this.options.model)];
    const text = writeSse(applyEdits(document.text, edits), frame.name);
    const type = stringOf(member(document.root, 'type'));
    // The provider's own word for it may come behind, and is read no more.
    return last?.type === 'error' && type !== 'response.failed' ? text + this.failed(last) : text;
  }

  /** What frames of our own behind the provider's have to go on from. */
  private learn({ root }: JsonDocument): void {
    const number = numberOf(member(root, 'sequence_number'));
    if (number !== undefined && Number.isSafeInteger(number)) this.sequence = number + 1;
    this.id ||= stringOf(member(member(root, 'response'), 'id')) ?? '';
    this.hasStarted ||= this.id !== '';
  }

  private failed(error: ErrorEvent): string {
    return this.event('response.failed', { response: this.response({ kind: 'error', error }) });
  }

  private writeEvents(events: readonly ReplyEvent[]): string {
    // Parts end before their reason is told, and say themselves whether they are whole.
    const finish = events.find((event) => event.type === 'finish' && event.choice === 0);
    if (finish?.type === 'finish' && writeIncomplete(finish.reason)) this.status = 'incomplete';
    let text = '';
    events.forEach((event, index) => (text += this.writeEvent(event, events[index + 1])));
    return text;
  }

  /** @param next of the same frame: a call is signed right behind its beginning */
  private writeEvent(event: ReplyEvent, next: ReplyEvent | undefined): string {
    if ('part' in event && event.part.choice > 0) return '';
    switch (event.type) {
      case 'start':
        return this.start(event.id);
      case 'usage':
        this.usage = event.usage;
        return '';
      case 'part_start':
        // A text begins with its first piece: some end without any.
        if (!isCall(event.part)) return '';
        return this.sealBefore(event.part, next) + this.begin(event.part, event.tool);
      case 'text':
      case 'args':
        return this.grow(event.part, event.delta);
      case 'signature':
        return this.sign(event.part, event.value);
      case 'opaque':
        return event.choice === 0 ? this.writeWhole(event) : '';
      case 'part_end':
        return this.endPart(event.part);
      case 'finish':
        if (event.choice === 0) this.reason = event.reason;
        return '';
      case 'citation':
        return ''; // Of another maker's, who says it in another way.
      case 'done':
        return this.end();
      case 'error':
        return this.breakOff(event);
    }
  }

  private start(id: string): string {
    if (this.hasStarted) return '';
    this.hasStarted = true;
    this.id = responseId(id, this.options.requestId);
    const response = this.response({ kind: 'none' });
    return (
      this.event('response.created', { response }) +
      this.event('response.in_progress', { response })
    );
  }

  private begin(part: Part, tool?: ToolHead): string {
    if (part.kind === 'provider_call') return ''; // Nobody else has the tool.
    if (part.kind === 'thinking' && !givesThinking(this.options)) return '';
    const { requestId, customTools } = this.options;
    const before = this.start('') + this.endTexts();
    const place = this.places++;
    const item: OutputItem = {
      part,
      id: itemId(part.kind, requestId, place),
      tool,
      isWrapped: tool !== undefined && !tool.isCustom && customTools.has(tool.name),
      isHidden: isHidden(part, this.options),
      text: '',
      signature: undefined,
    };
    this.open.set(part, { item, place, piece: pieceForm(item, place) });
    return before + this.steps(growthOf(item, place));
  }

  private grow(part: Part, delta: string): string {
    if (delta === '') return '';
    const before = this.open.has(part) ? '' : this.begin(part);
    const one = this.open.get(part);
    if (!one) return before;
    this.told.add(delta.length);
    one.item.text += delta;
    return one.piece ? before + this.piece(one.piece, delta) : before;
  }

  /** A thought may be no more than its signature. */
  private sign(part: Part, signature: Opaque): string {
    const isSealed = sealSignature(signature) !== undefined;
    const before = this.open.has(part) || !isSealed ? '' : this.begin(part);
    const one = this.open.get(part);
    if (one) one.item.signature = signature;
    return before;
  }

  /** What signs a call of another maker's, before the call. */
  private sealBefore(call: Part, next: ReplyEvent | undefined): string {
    const isSigned = next?.type === 'signature' && next.part === call;
    const seal = isSigned && givesThinking(this.options) ? sealCall(next.value) : undefined;
    if (seal === undefined) return '';
    return this.writeItem(
      sealedItem(itemId('thinking', this.options.requestId, this.places), seal),
    );
  }

  /** An item that came whole. */
  private writeWhole({ value }: Extract<ReplyEvent, { readonly type: 'opaque' }>): string {
    const item = opaqueItem(value, itemId('thinking', this.options.requestId, this.places));
    const isGiven = givesThinking(this.options) || value.origin === 'responses';
    return item && isGiven ? this.writeItem(item) : '';
  }

  private writeItem(item: object): string {
    const before = this.start('') + this.endTexts();
    const place = this.places++;
    const json = writeJson(item);
    this.told.add(json.length);
    this.output[place] = json;
    const members = { output_index: place, item: raw(json) };
    return (
      before +
      this.event('response.output_item.added', members) +
      this.event('response.output_item.done', members)
    );
  }

  private endTexts(): string {
    let text = '';
    for (const part of this.open.keys()) if (!isCall(part)) text += this.endPart(part);
    return text;
  }

  private endPart(part: Part): string {
    const one = this.open.get(part);
    if (!one) return '';
    this.open.delete(part);
    const { item, place } = one;
    const json = writeJson(wholeOf(item, this.status));
    this.output[place] = json;
    return this.steps(endOf(item, place, raw(json)));
  }

  /** The response comes last, since a provider may count after it has finished. */
  private end(): string {
    let text = this.start('');
    for (const part of this.open.keys()) text += this.endPart(part);
    const type = writeIncomplete(this.reason) === null ? 'completed' : 'incomplete';
    const response = this.response({ kind: 'finish', reason: this.reason });
    return text + this.event(`response.${type}`, { response });
  }

  private response(ending: Ending): object {
    const { id, usage } = this;
    // What broke off in the middle has its place, and nothing in it.
    const output = this.output.filter((item) => item !== undefined).map(raw);
    return responseObject({ id, output, usage }, ending, this.options);
  }

  /** Nearly all of a stream is these, so they are put together as text. */
  private piece({ type, members }: PieceForm, delta: string): string {
    const number = this.sequence++;
    const json = `{"type":"${type}","sequence_number":${number},${members},"delta":${JSON.stringify(delta)}}`;
    return writeSse(json, type);
  }

  private steps(steps: readonly Step[]): string {
    let text = '';
    for (const [type, members] of steps) text += this.event(type, members);
    return text;
  }

  private event(type: string, members: object): string {
    return writeSse(writeJson({ type, sequence_number: this.sequence++, ...members }), type);
  }
}
