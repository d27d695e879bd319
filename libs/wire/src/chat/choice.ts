import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { spanOf, type Part, type ReplyEvent, type ToolHead } from '../reply.js';
import { readFinishReason } from './finish-reason.js';
import { ToolCalls } from './tool-calls.js';

/** One choice of an answer while it is read: makes its parts, once each, and tells their borders. */
export class Choice {
  readonly calls = new ToolCalls();
  /** Nothing of it was read yet. */
  isNew = true;
  private readonly open: Part[] = [];
  private readonly parts: Part[] = [];
  private hasFinished = false;

  constructor(readonly index: number) {}

  get isFinished(): boolean {
    return this.hasFinished;
  }

  /** Texts of a `delta` or `message`: thinking first, as it was thought before it was said. */
  readTexts(source: JsonNode, events: ReplyEvent[]): void {
    const thinking = member(source, 'reasoning_content') ?? member(source, 'reasoning');
    this.addText(thinking, 'thinking', events);
    const content = member(source, 'content');
    if (content?.kind === 'array') for (const item of content.items) this.addItem(item, events);
    else this.addText(content, 'text', events);
    this.addText(member(source, 'refusal'), 'refusal', events);
    const call = member(source, 'function_call');
    if (call?.kind === 'object') this.readFunctionCall(call, events);
  }

  /** Arguments are JSON in a string; a custom tool's input is plain text. */
  readToolCall(call: JsonNode, position: number, events: ReplyEvent[]): void {
    const custom = member(call, 'custom');
    const body = custom ?? member(call, 'function');
    const part = this.start('tool_call', position, events, () => ({
      id: stringOf(member(call, 'id')) ?? '',
      name: stringOf(member(body, 'name')) ?? '',
      isCustom: custom !== undefined,
    }));
    addPiece('args', member(member(call, 'function'), 'arguments'), part, events);
    addPiece('text', member(custom, 'input'), part, events);
  }

  /** Ends the parts that are open, and the choice. Only the first finish counts. */
  finish(native: string, events: ReplyEvent[]): void {
    if (this.hasFinished) return;
    this.hasFinished = true;
    for (const part of this.open.splice(0)) events.push({ type: 'part_end', part });
    const hasCalls = this.parts.some((part) => part.kind === 'tool_call');
    const reason = readFinishReason(native, hasCalls);
    events.push({ type: 'finish', choice: this.index, reason });
  }

  /** Mistral: `{type:'text',text}` and `{type:'thinking',thinking:[{type:'text',text}]}`. */
  private addItem(item: JsonNode, events: ReplyEvent[]): void {
    if (stringOf(member(item, 'type')) !== 'thinking') {
      return this.addText(member(item, 'text'), 'text', events);
    }
    const thinking = member(item, 'thinking');
    this.addText(thinking, 'thinking', events);
    for (const piece of itemsOf(thinking)) this.addText(member(piece, 'text'), 'thinking', events);
  }

  private readFunctionCall(call: JsonNode, events: ReplyEvent[]): void {
    const part = this.start('function_call', 0, events, () => ({
      id: '',
      name: stringOf(member(call, 'name')) ?? '',
      isCustom: false,
    }));
    addPiece('args', member(call, 'arguments'), part, events);
  }

  private addText(node: JsonNode | undefined, kind: Part['kind'], events: ReplyEvent[]): void {
    if (node?.kind !== 'string' || node.value === '') return;
    addPiece('text', node, this.start(kind, 0, events), events);
  }

  private start(
    kind: Part['kind'],
    index: number,
    events: ReplyEvent[],
    toolOf?: () => ToolHead,
  ): Part {
    for (const known of this.parts) {
      if (known.kind === kind && known.index === index) return known;
    }
    const part: Part = { choice: this.index, kind, index };
    this.parts.push(part);
    this.open.push(part);
    events.push(
      toolOf ? { type: 'part_start', part, tool: toolOf() } : { type: 'part_start', part },
    );
    return part;
  }
}

function addPiece(
  type: 'text' | 'args',
  node: JsonNode | undefined,
  part: Part,
  events: ReplyEvent[],
): void {
  if (node?.kind !== 'string' || node.value === '') return;
  events.push({ type, part, delta: node.value, at: spanOf(node) });
}
