import { objectOf, type JsonNode } from '#kernel';
import { PIECES_MAX, tooManyPieces } from './guard-pieces.js';
import { spanOf, type Part, type ReplyEvent, type ToolHead } from './reply.js';

/** The parts of an answer that comes in blocks, while it is read: by the index of the block. */
export class OpenParts {
  private readonly open = new Map<number, Part>();
  private readonly counts = new Map<Part['kind'], number>();
  private parts = 0;

  get hasCalls(): boolean {
    return this.counts.has('tool_call');
  }

  at(index: number): Part | undefined {
    return this.open.get(index);
  }

  /** In the order in which they began. */
  openKeys(): readonly number[] {
    return [...this.open.keys()];
  }

  /** @throws upstream_failed past any number that a model sends */
  start(kind: Part['kind'], index: number, events: ReplyEvent[], tool?: ToolHead): Part {
    this.end(index, events); // A message that began anew uses its indexes again.
    if (++this.parts > PIECES_MAX) throw tooManyPieces();
    const count = this.counts.get(kind) ?? 0;
    this.counts.set(kind, count + 1);
    const part: Part = { choice: 0, kind, index: count };
    this.open.set(index, part);
    events.push(tool ? { type: 'part_start', part, tool } : { type: 'part_start', part });
    return part;
  }

  end(index: number, events: ReplyEvent[]): void {
    const part = this.open.get(index);
    if (part) events.push({ type: 'part_end', part });
    this.open.delete(index);
  }

  /** Of those that never ended. */
  endAll(events: ReplyEvent[]): void {
    for (const index of this.open.keys()) this.end(index, events);
  }

  piece(
    index: number,
    node: JsonNode | undefined,
    type: 'text' | 'args',
    events: ReplyEvent[],
  ): void {
    const part = this.open.get(index);
    if (!part || node?.kind !== 'string' || node.value === '') return;
    events.push({ type, part, delta: node.value, at: spanOf(node) });
  }

  /** The input of a call, where it does not come in pieces: then it is an object. */
  input(index: number, node: JsonNode | undefined, text: string, events: ReplyEvent[]): void {
    const part = this.open.get(index);
    const input = objectOf(node);
    if (!part || !input || input.keys.length === 0) return;
    events.push({ type: 'args', part, delta: text.slice(input.start, input.end) });
  }
}
