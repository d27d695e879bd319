import { applyEdits, member, numberOf, stringOf, type JsonDocument } from '#kernel';
import type { AnswerOptions, StreamWriter } from '../codec.js';
import { CUSTOM_INPUT } from '../conversation/tool-input.js';
import { raw, writeJson } from '../conversation/write-json.js';
import { HeldBack } from '../held-back.js';
import {
  isCall,
  type ErrorEvent,
  type FinishEvent,
  type Part,
  type ReplyEvent,
  type ReplyFrame,
  type ToolHead,
} from '../reply.js';
import { writeSse } from '../sse/write-sse.js';
import type { Usage } from '../usage.js';
import { OwnEdits } from '../own-edits.js';
import { modelEdits } from '../write-model.js';
import { errorTypeIn, writeMessagesError } from './error-type.js';
import { writeStopReason } from './stop-reason.js';
import { sealCall } from '../call-seal.js';
import { emptyBlock, messageId, ownValue } from './write-block.js';
import { usageAtStart, writeMessagesUsage } from './write-usage.js';

/** A part that has begun and whose block is not closed yet. */
interface OpenPart {
  readonly part: Part;
  readonly tool: ToolHead | undefined;
  /** Deltas, as JSON, that wait until the block is the one that is open. */
  readonly waiting: string[];
  /** Of a custom tool, whose input is written as one object. */
  text: string;
  hasEnded: boolean;
}

/**
 * Writes the events of a message: the provider's own where it speaks this format, else from what the
 * frames say. One block is open at a time. Pieces of another part wait until it is their turn, which
 * comes when the block before is closed: at once after text, which nothing ends but what follows it,
 * and with the call's own end after a call, since calls may grow side by side.
 */
export class MessagesStreamWriter implements StreamWriter {
  isOver = false;
  readonly keepalive = event('ping', {});
  private readonly open: OpenPart[] = [];
  private readonly held = new HeldBack();
  /** Of a provider's own events, which tell the blocks themselves: where a piece goes that was held back. */
  private readonly ownBlocks = new Map<Part, number>();
  private blocks = 0;
  private hasBlock = false;
  private hasStarted = false;
  private usage: Usage;
  private finish: FinishEvent | null = null;

  private readonly ownEdits = new OwnEdits((document) => modelEdits(document, this.options.model));

  constructor(private readonly options: AnswerOptions) {
    this.usage = usageAtStart(options.inputTokens);
  }

  write(frame: ReplyFrame): string {
    const last = frame.events.at(-1);
    this.isOver = last?.type === 'done' || last?.type === 'error';
    if (frame.document && this.options.source === 'messages') {
      return this.writeOwn(frame, frame.document);
    }
    let text = '';
    for (const [index, event] of frame.events.entries()) {
      text += this.opening(event) + this.writeEvent(event, frame.events[index + 1]);
    }
    return text;
  }

  private writeOwn(frame: ReplyFrame, document: JsonDocument): string {
    for (const one of frame.events) {
      if (one.type === 'part_start') {
        this.ownBlocks.set(one.part, numberOf(member(document.root, 'index')) ?? 0);
      }
    }
    const edits = [...frame.edits, ...this.ownEdits.of(document)];
    return writeSse(applyEdits(document.text, edits), nameOf(frame, document));
  }

  /** Some providers begin without a word, and clients know no answer that does. */
  private opening(event: ReplyEvent): string {
    if (this.hasStarted || this.options.source === 'messages') return '';
    return 'part' in event || event.type === 'finish' ? this.start('') : '';
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
        return this.sealBefore(event.part, next) + this.begin(event.part, event.tool);
      case 'text':
      case 'args':
        return this.grow(event.part, event.delta);
      case 'signature':
        return this.addDelta(event.part, signatureOf(ownValue(event.value)));
      case 'citation':
        return this.addDelta(event.part, citationOf(ownValue(event.value)));
      case 'opaque':
        return this.writeWhole(ownValue(event.value));
      case 'part_end':
        return this.endPart(event.part);
      case 'finish':
        if (event.choice === 0) this.finish = event;
        return '';
      case 'done':
        return this.end();
      case 'error':
        return this.writeError(event);
    }
  }

  private start(id: string): string {
    if (this.hasStarted) return '';
    this.hasStarted = true;
    const message = {
      id: messageId(id || this.options.requestId),
      type: 'message',
      role: 'assistant',
      model: this.options.model ?? '',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: writeMessagesUsage(this.usage, this.options.cachedUsage),
    };
    return event('message_start', { message }) + event('ping', {});
  }

  private begin(part: Part, tool?: ToolHead): string {
    if (part.kind === 'provider_call') return '';
    if (part.kind === 'thinking' && !this.options.showsThinking) return '';
    this.open.push({ part, tool, waiting: [], text: '', hasEnded: false });
    return this.advance();
  }

  /** What signs a call of another maker's, before the call. */
  private sealBefore(call: Part, next: ReplyEvent | undefined): string {
    const isSigned = next?.type === 'signature' && next.part === call && isCall(call);
    const seal = isSigned && this.options.showsThinking ? sealCall(next.value) : undefined;
    if (seal === undefined) return '';
    const part: Part = { kind: 'thinking', choice: call.choice, index: -1 };
    this.open.push({
      part,
      tool: undefined,
      waiting: [signatureDelta(seal)],
      text: '',
      hasEnded: true,
    });
    return this.advance();
  }

  private grow(part: Part, delta: string): string {
    const own = this.ownBlocks.get(part);
    if (own !== undefined) return this.delta(deltaOf(part, delta), own);
    let written = '';
    if (!this.open.some((one) => one.part === part)) written = this.begin(part);
    const one = this.open.find((known) => known.part === part);
    if (!one || delta === '') return written;
    if (one.tool?.isCustom) {
      this.held.add(delta.length);
      one.text += delta;
      return written;
    }
    return written + this.addDelta(part, deltaOf(part, delta));
  }

  private addDelta(part: Part, delta: string | null): string {
    const place = this.open.findIndex((one) => one.part === part);
    if (place < 0 || delta === null) return '';
    if (place === 0) return this.delta(delta);
    this.held.add(delta.length);
    this.open[place]?.waiting.push(delta);
    return '';
  }

  private endPart(part: Part): string {
    const one = this.open.find((known) => known.part === part);
    if (!one) return '';
    one.hasEnded = true;
    return this.advance();
  }

  /** Closes what can be closed, and opens what comes next. */
  private advance(): string {
    let written = '';
    for (;;) {
      const [first, next] = this.open;
      if (!first) return written;
      if (!this.hasBlock) written += this.openBlock(first);
      const isClosed = first.hasEnded || (next !== undefined && !isCall(first.part));
      if (!isClosed) return written;
      written += this.closeBlock(first);
      this.open.shift();
    }
  }

  private openBlock({ part, tool, waiting }: OpenPart): string {
    this.hasBlock = true;
    const content_block = emptyBlock(part, tool);
    const head = event('content_block_start', { index: this.blocks, content_block });
    return head + waiting.map((delta) => this.delta(delta)).join('');
  }

  private closeBlock({ tool, text }: OpenPart): string {
    const input = tool?.isCustom
      ? this.delta(inputDelta(JSON.stringify({ [CUSTOM_INPUT]: text })))
      : '';
    this.hasBlock = false;
    return input + event('content_block_stop', { index: this.blocks++ });
  }

  /** A block that came whole. What is open ends before it. */
  private writeWhole(block: string | null): string {
    if (block === null) return '';
    const before = this.closeAll();
    const index = this.blocks++;
    return (
      before +
      event('content_block_start', { index, content_block: raw(block) }) +
      event('content_block_stop', { index })
    );
  }

  private closeAll(): string {
    for (const one of this.open) one.hasEnded = true;
    return this.advance();
  }

  /** Reason and usage come last, since a provider may count after it has finished. */
  private end(): string {
    const closed = this.closeAll();
    const delta = {
      stop_reason: writeStopReason(this.finish?.reason ?? 'stop'),
      stop_sequence: this.finish?.stopSequence ?? null,
    };
    const usage = writeMessagesUsage(this.usage, this.options.cachedUsage);
    return closed + event('message_delta', { delta, usage }) + event('message_stop', {});
  }

  private writeError({ message, code }: ErrorEvent): string {
    const json = writeMessagesError(errorTypeIn(code), message, this.options.requestId);
    return writeSse(json, 'error');
  }

  /** Nearly all of a stream is these, so they are put together as text. */
  private delta(delta: string, index = this.blocks): string {
    const json = `{"type":"content_block_delta","index":${index},"delta":${delta}}`;
    return writeSse(json, 'content_block_delta');
  }
}

function deltaOf(part: Part, delta: string): string {
  if (isCall(part) || part.kind === 'provider_call') return inputDelta(delta);
  const text = JSON.stringify(delta);
  return part.kind === 'thinking'
    ? `{"type":"thinking_delta","thinking":${text}}`
    : `{"type":"text_delta","text":${text}}`;
}

const inputDelta = (input: string): string =>
  `{"type":"input_json_delta","partial_json":${JSON.stringify(input)}}`;

const signatureOf = (value: string | null): string | null =>
  value === null ? null : signatureDelta(value);

const signatureDelta = (signature: string): string =>
  `{"type":"signature_delta","signature":${JSON.stringify(signature)}}`;

const citationOf = (value: string | null): string | null =>
  value === null ? null : `{"type":"citations_delta","citation":${value}}`;

/** Clients of this format ignore an event without an `event:` line. */
const event = (type: string, members: object): string =>
  writeSse(writeJson({ type, ...members }), type);

/** Clients of this format look at the name alone, which some servers leave to the payload. */
const nameOf = ({ name }: ReplyFrame, { root }: JsonDocument): string =>
  name || (WORD.exec(stringOf(member(root, 'type')) ?? '')?.[0] ?? '');

const WORD = /^\w+$/;
