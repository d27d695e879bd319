import { applyEdits } from '#kernel';
import type { AnswerOptions } from '../codec.js';
import { toolInput } from '../conversation/tool-input.js';
import { raw, writeJson } from '../conversation/write-json.js';
import { isCall, type Part, type ReplyEvent, type ReplyFrame, type ToolHead } from '../reply.js';
import { NO_USAGE, type Usage } from '../usage.js';
import { modelEdits } from '../write-model.js';
import { writeStopReason } from './stop-reason.js';
import { sealCall } from '../call-seal.js';
import { messageId, ownValue } from './write-block.js';
import { writeMessagesUsage } from './write-usage.js';

/** The text of a whole `message`: the provider's own where it speaks this format. */
export function writeMessagesAnswer(frame: ReplyFrame, options: AnswerOptions): string {
  const { document, edits } = frame;
  if (document && options.source === 'messages') {
    return applyEdits(document.text, [...edits, ...modelEdits(document, options.model)]);
  }
  const builder = new MessageBuilder(options);
  for (const event of frame.events) builder.add(event);
  return builder.write();
}

interface Block {
  readonly part: Part;
  readonly tool: ToolHead | undefined;
  text: string;
  signature: string;
  readonly citations: string[];
}

/** Puts a message together from what the events of an answer say. There is one choice here. */
class MessageBuilder {
  /** In the order in which they began; a string is a whole block. */
  private readonly content: (Block | string)[] = [];
  private readonly blocks = new Map<Part, Block>();
  private id = '';
  private usage: Usage = NO_USAGE;
  private reason = 'stop';
  private stopSequence: string | null = null;

  constructor(private readonly options: AnswerOptions) {}

  add(event: ReplyEvent): void {
    if ('part' in event && event.part.choice > 0) return;
    switch (event.type) {
      case 'start':
        this.id = event.id;
        return;
      case 'part_start':
        this.blockOf(event.part, event.tool);
        return;
      case 'text':
      case 'args':
        this.blockOf(event.part).text += event.delta;
        return;
      case 'signature':
        this.blockOf(event.part).signature = ownValue(event.value) ?? sealCall(event.value) ?? '';
        return;
      case 'citation': {
        const citation = ownValue(event.value);
        if (citation) this.blockOf(event.part).citations.push(citation);
        return;
      }
      case 'opaque': {
        const block = ownValue(event.value);
        if (block) this.content.push(block);
        return;
      }
      case 'finish':
        if (event.choice > 0) return;
        this.reason = event.reason;
        this.stopSequence = event.stopSequence ?? null;
        return;
      case 'usage':
        this.usage = event.usage;
        return;
      case 'part_end':
      case 'error':
      case 'done':
        return; // A whole message says so by itself.
    }
  }

  write(): string {
    return writeJson({
      id: messageId(this.id || this.options.requestId),
      type: 'message',
      role: 'assistant',
      model: this.options.model ?? '',
      content: this.content.flatMap((block) =>
        typeof block === 'string' ? raw(block) : this.writeBlock(block),
      ),
      stop_reason: writeStopReason(this.reason),
      stop_sequence: this.stopSequence,
      usage: writeMessagesUsage(this.usage, this.options.cachedUsage),
    });
  }

  private writeBlock({ part, tool, text, signature, citations }: Block): object[] {
    const thinking = this.options.showsThinking
      ? [{ type: 'thinking', thinking: isCall(part) ? '' : text, signature }]
      : [];
    switch (part.kind) {
      case 'text':
      case 'refusal': {
        if (text === '') return []; // Refused when it is sent again.
        const cited = citations.length > 0 && { citations: citations.map(raw) };
        return [{ type: 'text', text, ...cited }];
      }
      case 'thinking':
        return thinking;
      case 'tool_call':
      case 'function_call': {
        const { id = '', name = '', isCustom = false } = tool ?? {};
        const call = { type: 'tool_use', id, name, input: toolInput(text, isCustom) };
        return signature === '' ? [call] : [...thinking, call];
      }
      case 'provider_call':
        return [];
    }
  }

  private blockOf(part: Part, tool?: ToolHead): Block {
    let block = this.blocks.get(part);
    if (!block) {
      block = { part, tool, text: '', signature: '', citations: [] };
      this.blocks.set(part, block);
      this.content.push(block);
    }
    return block;
  }
}
