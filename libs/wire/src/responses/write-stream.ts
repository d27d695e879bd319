import { applyEdits, failed, member, numberOf, stringOf, type JsonDocument } from '#kernel';
import type { AnswerOptions, StreamWriter } from '../codec.js';
import { raw, writeJson } from '../conversation/write-json.js';
import type { ErrorEvent, Part, ReplyEvent, ReplyFrame, ToolHead } from '../reply.js';
import { writeSse } from '../sse/write-sse.js';
import type { Usage } from '../usage.js';
import { modelEdits } from '../write-model.js';
import { writeIncomplete } from './finish.js';
import { endOf, growthOf, pieceForm, type PieceForm, type Step } from './item-steps.js';
import {
  isCall,
  itemId,
  opaqueItem,
  responseId,
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
  private told = 0;
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
    // A frame that was added on the way: only how a stream broke is news to the caller.
    return last?.type === 'error' ? this.breakOff(last) : '';
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
    for (const event of events) text += this.writeEvent(event);
    return text;
  }

  private writeEvent(event: ReplyEvent): string {
    if ('part' in event && event.part.choice > 0) return '';
    switch (event.type) {
      case 'start':
        return this.start(event.id);
      case 'usage':
        this.usage = event.usage;
        return '';
      case 'part_start':
        // A text begins with its first piece: some end without any.
        return isCall(event.part) ? this.begin(event.part, event.tool) : '';
      case 'text':
      case 'args':
        return this.grow(event.part, event.delta);
      case 'signature':
        return this.sign(event.part, sealSignature(event.value));
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
    if (part.kind === 'thinking' && !this.options.showsThinking) return '';
    const { requestId, customTools } = this.options;
    const before = this.start('') + this.endTexts();
    const place = this.places++;
    const item: OutputItem = {
      part,
      id: itemId(part.kind, requestId, place),
      tool,
      isWrapped: tool !== undefined && !tool.isCustom && customTools.has(tool.name),
      text: '',
      seal: undefined,
    };
    this.open.set(part, { item, place, piece: pieceForm(item, place) });
    return before + this.steps(growthOf(item, place));
  }

  private grow(part: Part, delta: string): string {
    if (delta === '') return '';
    const before = this.open.has(part) ? '' : this.begin(part);
    const one = this.open.get(part);
    if (!one) return before;
    this.told += delta.length;
    if (this.told > TOLD_CHARS_MAX) throw tooLong();
    one.item.text += delta;
    return one.piece ? before + this.piece(one.piece, delta) : before;
  }

  private sign(part: Part, seal: string | undefined): string {
    if (seal === undefined) return '';
    const before = this.open.has(part) ? '' : this.begin(part);
    const one = this.open.get(part);
    if (one) one.item.seal = seal;
    return before;
  }

  /** An item that came whole. */
  private writeWhole({ value }: Extract<ReplyEvent, { readonly type: 'opaque' }>): string {
    const { requestId, showsThinking } = this.options;
    const place = this.places;
    const item = opaqueItem(value, itemId('thinking', requestId, place));
    if (!item || !(showsThinking || value.origin === 'responses')) return '';
    const before = this.start('') + this.endTexts();
    this.places++;
    const json = writeJson(item);
    this.told += json.length;
    if (this.told > TOLD_CHARS_MAX) throw tooLong();
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

const tooLong = () =>
  failed('upstream_failed', {
    message: `The provider sent an answer of more than ${TOLD_CHARS_MAX / 1_048_576} million characters.`,
    gw: { cause: 'malformed' },
  });
