import { itemsOf, member, numberOf, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { PIECES_MAX } from '../guard-pieces.js';
import { OpenParts } from '../open-parts.js';
import type { Part, ReplyEvent } from '../reply.js';

/** Members that hold what an item says, and the word for what they are. */
const CALLS: Readonly<Record<string, 'arguments' | 'input'>> = {
  function_call: 'arguments',
  custom_tool_call: 'input',
};

/** The output items of one response while it is read: makes a part of each text, and tells its pieces. */
export class Items {
  readonly parts = new OpenParts();
  hasRefused = false;
  /** By the place of the item; ids of items were seen to change within a stream. */
  private readonly seen = new Set<number>();
  /** Parts of which something was told: what comes whole at their end is not told again. */
  private readonly told = new Set<Part>();

  /** An item begins. What it says comes in events of its own, or with its end. */
  begin(place: number, item: JsonNode | undefined, events: ReplyEvent[]): void {
    const type = stringOf(member(item, 'type')) ?? '';
    const input = CALLS[type];
    if (!input || this.seen.has(place)) return;
    this.seen.add(place);
    this.parts.start('tool_call', keyOf(place, 0), events, {
      id: stringOf(member(item, 'call_id')) ?? stringOf(member(item, 'id')) ?? '',
      name: stringOf(member(item, 'name')) ?? '',
      isCustom: input === 'input',
    });
  }

  /** @param index of the text within its item */
  piece(
    place: number,
    index: number,
    kind: 'text' | 'thinking' | 'refusal',
    node: JsonNode | undefined,
    events: ReplyEvent[],
  ): void {
    if (!stringOf(node)) return;
    const key = keyOf(place, index);
    const part = this.parts.at(key) ?? this.parts.start(kind, key, events);
    if (kind === 'refusal') this.hasRefused = true;
    this.seen.add(place);
    this.told.add(part);
    this.parts.piece(key, node, 'text', events);
  }

  /** What a call is given. */
  input(
    place: number,
    type: 'args' | 'text',
    node: JsonNode | undefined,
    events: ReplyEvent[],
  ): void {
    const part = this.parts.at(keyOf(place, 0));
    if (!part || !stringOf(node)) return;
    this.told.add(part);
    this.parts.piece(keyOf(place, 0), node, type, events);
  }

  /** The whole of a text at its end: told where no piece of it came. */
  wholeText(
    place: number,
    index: number,
    kind: 'text' | 'thinking' | 'refusal',
    node: JsonNode | undefined,
    events: ReplyEvent[],
  ): void {
    if (!this.parts.at(keyOf(place, index))) this.piece(place, index, kind, node, events);
  }

  wholeInput(
    place: number,
    type: 'args' | 'text',
    node: JsonNode | undefined,
    events: ReplyEvent[],
  ): void {
    const part = this.parts.at(keyOf(place, 0));
    if (part && !this.told.has(part)) this.input(place, type, node, events);
  }

  /** An item that is whole: in a stream it ends here, elsewhere it is all there is. */
  end(place: number, item: JsonNode, document: JsonDocument, events: ReplyEvent[]): void {
    const type = stringOf(member(item, 'type')) ?? '';
    const input = CALLS[type];
    if (input) {
      this.begin(place, item, events);
      this.wholeInput(place, input === 'input' ? 'text' : 'args', member(item, input), events);
    } else if (type === 'message') this.endMessage(place, item, events);
    else if (type === 'reasoning') this.endReasoning(place, item, document, events);
    else this.tellRaw(item, document, events);
    this.seen.add(place);
    this.closePlace(place, events);
  }

  /** A response that comes with its last event alone. */
  endAll(output: JsonNode | undefined, document: JsonDocument, events: ReplyEvent[]): void {
    if (this.seen.size > 0) return;
    itemsOf(output).forEach((item, place) => this.end(place, item, document, events));
  }

  private endMessage(place: number, item: JsonNode, events: ReplyEvent[]): void {
    itemsOf(member(item, 'content')).forEach((part, index) => {
      const isRefusal = stringOf(member(part, 'type')) === 'refusal';
      const kind = isRefusal ? 'refusal' : 'text';
      this.wholeText(place, index, kind, member(part, isRefusal ? 'refusal' : 'text'), events);
    });
  }

  private endReasoning(
    place: number,
    item: JsonNode,
    document: JsonDocument,
    events: ReplyEvent[],
  ): void {
    const thoughts = (name: string, from: number) =>
      itemsOf(member(item, name)).forEach((part, index) =>
        this.wholeText(place, from + index, 'thinking', member(part, 'text'), events),
      );
    thoughts('summary', 0);
    thoughts('content', CONTENT);
    const value = stringOf(member(item, 'encrypted_content'));
    if (!value) return;
    // The bytes stand for the whole item, of which there may be several texts.
    const part = this.openAt(place).at(-1);
    if (part) events.push({ type: 'signature', part, value: { origin: 'responses', value } });
    else this.tellRaw(item, document, events);
  }

  private tellRaw(item: JsonNode, { text }: JsonDocument, events: ReplyEvent[]): void {
    const value = text.slice(item.start, item.end);
    events.push({ type: 'opaque', choice: 0, value: { origin: 'responses', value } });
  }

  private closePlace(place: number, events: ReplyEvent[]): void {
    for (const key of this.parts.openKeys()) {
      if (placeOf(key) === place) this.parts.end(key, events);
    }
  }

  private openAt(place: number): Part[] {
    return [...this.parts.openKeys()]
      .filter((key) => placeOf(key) === place)
      .flatMap((key) => this.parts.at(key) ?? []);
  }
}

/** Of what a reasoning item holds, what was thought itself counts behind its summary. */
export const CONTENT = PIECES_MAX;

const keyOf = (place: number, index: number): number => place * 2 * CONTENT + index;
const placeOf = (key: number): number => Math.floor(key / (2 * CONTENT));

/** A count of a payload, within what an answer may hold. */
export const placeIn = (root: JsonNode, name: string): number =>
  Math.min(Math.max(0, Math.trunc(numberOf(member(root, name)) ?? 0)), PIECES_MAX - 1);
