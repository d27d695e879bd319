import { applyEdits } from '#kernel';
import type { AnswerOptions, StreamWriter } from '../codec.js';
import { writeJson } from '../conversation/write-json.js';
import { statusOfWord } from '../errors/status-of-error.js';
import { HeldBack } from '../held-back.js';
import { isCall, type Part, type ReplyEvent, type ReplyFrame, type ToolHead } from '../reply.js';
import { writeSse } from '../sse/write-sse.js';
import type { Usage } from '../usage.js';
import { modelEdits } from '../write-model.js';
import { writeGeminiError } from './error-status.js';
import { writeFinishReason } from './finish-reason.js';
import { callPart, ownPart, ownValue, textPart } from './write-part.js';
import { writeGeminiUsage } from './write-usage.js';

/** A call is written when it is whole: clients of this format get its arguments as one object. */
interface OpenCall {
  readonly tool: ToolHead;
  input: string;
  signature: string;
}

/**
 * Writes responses: the provider's own where it speaks this format, else from what the frames say.
 * There is no marker at the end: clients take any data for a response.
 */
export class GeminiStreamWriter implements StreamWriter {
  isOver = false;
  private id = '';
  private usage: Usage | null = null;
  private readonly calls = new Map<Part, OpenCall>();
  private readonly held = new HeldBack();
  /** By choice. */
  private readonly reasons = new Map<number, string>();

  constructor(private readonly options: AnswerOptions) {}

  write(frame: ReplyFrame): string {
    const last = frame.events.at(-1);
    this.isOver = last?.type === 'done' || last?.type === 'error';
    if (this.options.source !== 'gemini') {
      return frame.events.map((event) => this.writeEvent(event)).join('');
    }
    if (frame.document) {
      const edits = [...frame.edits, ...modelEdits(frame.document, this.options.model)];
      return writeSse(applyEdits(frame.document.text, edits));
    }
    // A frame that was added on the way; that the stream has ended shows by itself.
    return frame.events
      .filter(({ type }) => type !== 'done')
      .map((event) => this.writeEvent(event))
      .join('');
  }

  private writeEvent(event: ReplyEvent): string {
    switch (event.type) {
      case 'start':
        this.id = event.id;
        return '';
      case 'usage':
        this.usage = event.usage;
        return '';
      case 'part_start':
        if (event.tool && isCall(event.part)) {
          this.calls.set(event.part, { tool: event.tool, input: '', signature: '' });
        }
        return '';
      case 'text':
      case 'args':
        return this.grow(event.part, event.delta);
      case 'signature':
        return this.sign(event.part, ownValue(event.value) ?? '');
      case 'opaque': {
        const part = ownPart(event.value);
        return part ? this.response(event.choice, part) : '';
      }
      case 'part_end':
        return this.endCall(event.part);
      case 'citation':
        return '';
      case 'finish':
        this.reasons.set(event.choice, event.reason);
        return '';
      case 'done':
        return this.end();
      case 'error':
        return writeSse(writeGeminiError(statusOfWord(event.code), event.message));
    }
  }

  private grow(part: Part, delta: string): string {
    const call = this.calls.get(part);
    if (call) {
      this.held.add(delta.length);
      call.input += delta;
    }
    if (call || delta === '' || isCall(part) || part.kind === 'provider_call') return '';
    if (part.kind !== 'thinking') return this.response(part.choice, textPart(delta, false, ''));
    return this.options.showsThinking ? this.response(part.choice, textPart(delta, true, '')) : '';
  }

  private sign(part: Part, signature: string): string {
    const call = this.calls.get(part);
    if (call) call.signature = signature;
    if (call || signature === '') return '';
    const isThought = part.kind === 'thinking';
    if (isThought && !this.options.showsThinking) return '';
    return this.response(part.choice, textPart('', isThought, signature));
  }

  private endCall(part: Part): string {
    const call = this.calls.get(part);
    if (!call) return '';
    this.calls.delete(part);
    return this.response(part.choice, callPart(call.tool, call.input, call.signature));
  }

  /** Reason and usage come last, since a provider may count after it has finished. */
  private end(): string {
    const calls = [...this.calls.keys()].map((part) => this.endCall(part)).join('');
    if (this.reasons.size === 0) this.reasons.set(0, 'stop');
    const candidates = [...this.reasons].map(([index, reason]) => ({
      content: { role: 'model', parts: [{ text: '' }] },
      finishReason: writeFinishReason(reason),
      index,
    }));
    const usageMetadata = this.usage
      ? writeGeminiUsage(this.usage, this.options.cachedUsage)
      : undefined;
    return calls + writeSse(writeJson({ candidates, usageMetadata, ...this.head() }));
  }

  private response(index: number, part: object): string {
    const candidates = [{ content: { role: 'model', parts: [part] }, index }];
    return writeSse(writeJson({ candidates, ...this.head() }));
  }

  private head(): object {
    return { modelVersion: this.options.model ?? '', responseId: this.id };
  }
}
