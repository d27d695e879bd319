import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { OpenParts } from '../open-parts.js';
import type { ReplyEvent } from '../reply.js';

/** Texts and calls are counted apart, and the plan stands beside both. */
const placeOfText = (index: number): number => 2 * index;
const placeOfCall = (index: number): number => 2 * index + 1;
const PLAN = -1;

/** Reads the parts of one message: texts, thoughts and calls, and the plan of the calls as a thought. */
export class CohereParts {
  readonly parts = new OpenParts();

  plan(node: JsonNode | undefined, events: ReplyEvent[]): void {
    if (!stringOf(node)) return;
    if (!this.parts.at(PLAN)) this.parts.start('thinking', PLAN, events);
    this.parts.piece(PLAN, node, 'text', events);
  }

  /** A text or a thought, or a piece of one: the start says which, and may be missing. */
  text(index: number, content: JsonNode | undefined, events: ReplyEvent[]): void {
    const place = placeOfText(index);
    const thinking = member(content, 'thinking');
    const kind = thinking ? 'thinking' : 'text';
    const said = thinking ?? member(content, 'text');
    if (!stringOf(said)) return;
    this.endPlan(events);
    if (this.parts.at(place)?.kind !== kind) this.parts.start(kind, place, events);
    this.parts.piece(place, said, 'text', events);
  }

  endText(index: number, events: ReplyEvent[]): void {
    this.parts.end(placeOfText(index), events);
  }

  startCall(index: number, call: JsonNode | undefined, events: ReplyEvent[]): void {
    this.endPlan(events);
    this.parts.start('tool_call', placeOfCall(index), events, {
      id: stringOf(member(call, 'id')) ?? '',
      name: stringOf(member(member(call, 'function'), 'name')) ?? '',
      isCustom: false,
    });
    this.args(index, call, events);
  }

  args(index: number, call: JsonNode | undefined, events: ReplyEvent[]): void {
    const node = member(member(call, 'function'), 'arguments');
    if (stringOf(node) === 'null') return; // A call without any, which clients know as none.
    this.parts.piece(placeOfCall(index), node, 'args', events);
  }

  endCall(index: number, events: ReplyEvent[]): void {
    this.parts.end(placeOfCall(index), events);
  }

  /** Of an answer that is not streamed. */
  whole(message: JsonNode | undefined, events: ReplyEvent[]): void {
    this.plan(member(message, 'tool_plan'), events);
    itemsOf(member(message, 'content')).forEach((content, index) => {
      this.text(index, content, events);
      this.endText(index, events);
    });
    itemsOf(member(message, 'tool_calls')).forEach((call, index) => {
      this.startCall(index, call, events);
      this.endCall(index, events);
    });
  }

  private endPlan(events: ReplyEvent[]): void {
    this.parts.end(PLAN, events);
  }
}
