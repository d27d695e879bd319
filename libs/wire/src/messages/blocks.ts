import { member, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { OpenParts } from '../open-parts.js';
import type { ReplyEvent } from '../reply.js';

/** Tools that the provider runs itself: nobody else can do anything with their calls. */
const PROVIDER_TOOLS: ReadonlySet<string> = new Set(['server_tool_use', 'mcp_tool_use']);

/** The content blocks of one message while it is read: makes a part of each, and tells its pieces. */
export class Blocks {
  readonly parts = new OpenParts();

  /** A block begins; in a whole message it is complete. */
  start(index: number, block: JsonNode, { text }: JsonDocument, events: ReplyEvent[]): void {
    const type = stringOf(member(block, 'type')) ?? '';
    if (type === 'text') {
      this.parts.start('text', index, events);
      this.parts.piece(index, member(block, 'text'), 'text', events);
    } else if (type === 'thinking') {
      this.parts.start('thinking', index, events);
      this.parts.piece(index, member(block, 'thinking'), 'text', events);
      this.signature(index, member(block, 'signature'), events);
    } else if (type === 'tool_use' || PROVIDER_TOOLS.has(type)) {
      const kind = type === 'tool_use' ? 'tool_call' : 'provider_call';
      this.parts.start(kind, index, events, {
        id: stringOf(member(block, 'id')) ?? '',
        name: stringOf(member(block, 'name')) ?? '',
        isCustom: false,
      });
      this.parts.input(index, member(block, 'input'), text, events);
    } else {
      // `redacted_thinking`, results of the provider's own tools, and what is newer than this.
      const value = text.slice(block.start, block.end);
      events.push({ type: 'opaque', choice: 0, value: { origin: 'messages', value } });
    }
    this.citations(index, member(block, 'citations'), text, events);
  }

  delta(index: number, delta: JsonNode, { text }: JsonDocument, events: ReplyEvent[]): void {
    switch (stringOf(member(delta, 'type'))) {
      case 'text_delta':
        return this.parts.piece(index, member(delta, 'text'), 'text', events);
      case 'thinking_delta':
        return this.parts.piece(index, member(delta, 'thinking'), 'text', events);
      case 'input_json_delta':
        return this.parts.piece(index, member(delta, 'partial_json'), 'args', events);
      case 'signature_delta':
        return this.signature(index, member(delta, 'signature'), events);
      case 'citations_delta':
        return this.citation(index, member(delta, 'citation'), text, events);
      case undefined:
      default:
        return; // Of a newer kind: callers of this format get it with the payload.
    }
  }

  private signature(index: number, node: JsonNode | undefined, events: ReplyEvent[]): void {
    const part = this.parts.at(index);
    const value = stringOf(node);
    if (!part || !value) return;
    events.push({ type: 'signature', part, value: { origin: 'messages', value } });
  }

  private citations(
    index: number,
    node: JsonNode | undefined,
    text: string,
    events: ReplyEvent[],
  ): void {
    if (node?.kind !== 'array') return;
    for (const citation of node.items) this.citation(index, citation, text, events);
  }

  private citation(
    index: number,
    node: JsonNode | undefined,
    text: string,
    events: ReplyEvent[],
  ): void {
    const part = this.parts.at(index);
    if (!part || node?.kind !== 'object') return;
    const value = text.slice(node.start, node.end);
    events.push({ type: 'citation', part, value: { origin: 'messages', value } });
  }
}
