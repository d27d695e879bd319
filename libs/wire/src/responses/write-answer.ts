import { applyEdits } from '#kernel';
import { sealCall } from '../call-seal.js';
import type { AnswerOptions } from '../codec.js';
import { writeJson } from '../conversation/write-json.js';
import { isCall, type Part, type ReplyEvent, type ReplyFrame, type ToolHead } from '../reply.js';
import type { Usage } from '../usage.js';
import { modelEdits } from '../write-model.js';
import { writeIncomplete } from './finish.js';
import {
  givesThinking,
  isHidden,
  itemId,
  opaqueItem,
  responseId,
  sealedItem,
  sealOf,
  wholeOf,
  type OutputItem,
} from './output-item.js';
import { responseObject } from './response-object.js';

/** The text of a whole response: the provider's own where it speaks this format. */
export function writeResponsesAnswer(frame: ReplyFrame, options: AnswerOptions): string {
  const { document, edits } = frame;
  if (document && options.source === 'responses') {
    return applyEdits(document.text, [...edits, ...modelEdits(document, options.model)]);
  }
  const builder = new ResponseBuilder(options);
  for (const event of frame.events) builder.add(event);
  return builder.write();
}

/** An item that grew from pieces, or one that came whole. */
type Built = { readonly grown: OutputItem } | { readonly whole: object };

/** Puts a response together from what the events of an answer say. There is one choice here. */
class ResponseBuilder {
  /** In the order in which they began. */
  private readonly output: Built[] = [];
  private readonly items = new Map<Part, OutputItem>();
  private id = '';
  private usage: Usage | null = null;
  private reason = 'stop';

  constructor(private readonly options: AnswerOptions) {}

  add(event: ReplyEvent): void {
    if ('part' in event && event.part.choice > 0) return;
    switch (event.type) {
      case 'start':
        this.id = event.id;
        return;
      case 'part_start':
        this.itemOf(event.part, event.tool);
        return;
      case 'text':
      case 'args':
        this.itemOf(event.part).text += event.delta;
        return;
      case 'signature':
        this.itemOf(event.part).signature = event.value;
        return;
      case 'opaque': {
        const { requestId } = this.options;
        const isGiven = givesThinking(this.options) || event.value.origin === 'responses';
        const whole = opaqueItem(event.value, itemId('thinking', requestId, this.output.length));
        if (whole && isGiven) this.output.push({ whole });
        return;
      }
      case 'finish':
        if (event.choice === 0) this.reason = event.reason;
        return;
      case 'usage':
        this.usage = event.usage;
        return;
      case 'citation':
      case 'part_end':
      case 'error':
      case 'done':
        return; // There is no place for them, or the whole says so by itself.
    }
  }

  write(): string {
    const status = writeIncomplete(this.reason) === null ? 'completed' : 'incomplete';
    const { requestId } = this.options;
    const output = this.output.flatMap((built, place) => {
      if ('whole' in built) return [built.whole];
      if (!this.isWritten(built.grown)) return [];
      return [...this.sealBefore(built.grown, place), wholeOf(built.grown, status)];
    });
    const state = { id: responseId(this.id, requestId), output, usage: this.usage };
    return writeJson(responseObject(state, { kind: 'finish', reason: this.reason }, this.options));
  }

  private isWritten(item: OutputItem): boolean {
    const { part, text, isHidden } = item;
    if (part.kind === 'provider_call') return false; // Nobody else has the tool.
    if (part.kind !== 'thinking') return isCall(part) || text !== '';
    if (!givesThinking(this.options)) return false;
    return (text !== '' && !isHidden) || sealOf(item) !== undefined;
  }

  /** What signs a call of another maker's, before the call. */
  private sealBefore({ part, signature }: OutputItem, place: number): object[] {
    if (!signature || !isCall(part) || !givesThinking(this.options)) return [];
    const seal = sealCall(signature);
    return seal === undefined
      ? []
      : [sealedItem(itemId('thinking', this.options.requestId, place), seal)];
  }

  private itemOf(part: Part, tool?: ToolHead): OutputItem {
    let item = this.items.get(part);
    if (!item) {
      const { requestId, customTools } = this.options;
      item = {
        part,
        id: itemId(part.kind, requestId, this.output.length),
        tool,
        isWrapped: tool !== undefined && !tool.isCustom && customTools.has(tool.name),
        isHidden: isHidden(part, this.options),
        text: '',
        signature: undefined,
      };
      this.items.set(part, item);
      this.output.push({ grown: item });
    }
    return item;
  }
}
