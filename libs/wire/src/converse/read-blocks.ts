import { itemsOf, member, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { OpenParts } from '../open-parts.js';
import type { Part, ReplyEvent } from '../reply.js';

/** Reads the content blocks of one answer: of each a part, and its pieces. */
export class ConverseBlocks {
  readonly parts = new OpenParts();

  /** Only calls have a start; everything else begins with its first piece. */
  start(index: number, start: JsonNode | undefined, events: ReplyEvent[]): void {
    const call = member(start, 'toolUse');
    if (call) this.startCall(index, call, events);
  }

  delta(index: number, delta: JsonNode, { text }: JsonDocument, events: ReplyEvent[]): void {
    this.say('text', index, member(delta, 'text'), events);
    this.parts.piece(index, member(member(delta, 'toolUse'), 'input'), 'args', events);
    const reasoning = member(delta, 'reasoningContent');
    this.think(index, reasoning, reasoning, events);
    this.cite(index, member(delta, 'citation'), text, events);
  }

  /** A block of an answer that is not streamed. */
  whole(index: number, block: JsonNode, { text }: JsonDocument, events: ReplyEvent[]): void {
    this.say('text', index, member(block, 'text'), events);
    const call = member(block, 'toolUse');
    if (call) {
      this.startCall(index, call, events);
      this.parts.input(index, member(call, 'input'), text, events);
    }
    const reasoning = member(block, 'reasoningContent');
    this.think(index, member(reasoning, 'reasoningText'), reasoning, events);
    const cited = member(block, 'citationsContent');
    for (const piece of itemsOf(member(cited, 'content'))) {
      this.say('text', index, member(piece, 'text'), events);
    }
    for (const citation of itemsOf(member(cited, 'citations'))) {
      this.cite(index, citation, text, events);
    }
    this.parts.end(index, events);
  }

  private startCall(index: number, call: JsonNode, events: ReplyEvent[]): void {
    // Tools that the provider runs itself: nobody else can do anything with their calls.
    const isOwn = stringOf(member(call, 'type')) === 'server_tool_use';
    this.parts.start(isOwn ? 'provider_call' : 'tool_call', index, events, {
      id: stringOf(member(call, 'toolUseId')) ?? '',
      name: stringOf(member(call, 'name')) ?? '',
      isCustom: false,
    });
  }

  private say(
    kind: 'text' | 'thinking',
    index: number,
    node: JsonNode | undefined,
    events: ReplyEvent[],
  ): void {
    if (!stringOf(node)) return;
    this.partOf(kind, index, events);
    this.parts.piece(index, node, 'text', events);
  }

  private partOf(kind: 'text' | 'thinking', index: number, events: ReplyEvent[]): Part {
    const open = this.parts.at(index);
    return open?.kind === kind ? open : this.parts.start(kind, index, events);
  }

  /**
   * Only Claude signs what it thinks or hides it, alike on all platforms. So both are values of its own
   * format, and go back to it wherever it is asked next.
   */
  private think(
    index: number,
    said: JsonNode | undefined,
    hidden: JsonNode | undefined,
    events: ReplyEvent[],
  ): void {
    this.say('thinking', index, member(said, 'text'), events);
    const signature = stringOf(member(said, 'signature'));
    if (signature) {
      const part = this.partOf('thinking', index, events);
      events.push({ type: 'signature', part, value: { origin: 'messages', value: signature } });
    }
    const bytes = stringOf(member(hidden, 'redactedContent'));
    if (bytes) {
      const data = Buffer.from(bytes, 'base64').toString('latin1');
      const value = JSON.stringify({ type: 'redacted_thinking', data });
      events.push({ type: 'opaque', choice: 0, value: { origin: 'messages', value } });
    }
  }

  private cite(
    index: number,
    node: JsonNode | undefined,
    text: string,
    events: ReplyEvent[],
  ): void {
    const part = this.parts.at(index);
    if (!part || node?.kind !== 'object') return;
    const value = text.slice(node.start, node.end);
    events.push({ type: 'citation', part, value: { origin: 'converse', value } });
  }
}
