import { PIECES_MAX, tooManyPieces } from '../guard-pieces.js';
import { member, numberOf, stringOf, type JsonNode } from '#kernel';

interface ToolCall {
  /** What the provider calls it; servers that send no index leave it undefined. */
  readonly wireIndex: number | undefined;
  id: string;
  name: string;
  lastArgs: string;
}

/**
 * Tells which call a streamed piece belongs to, counting calls from 0. By the book `index` says it
 * all; in the wild it is missing, starts at 1, or is used again for the next call.
 */
export class ToolCalls {
  private readonly calls: ToolCall[] = [];

  get count(): number {
    return this.calls.length;
  }

  /** The position of the call that `piece`, an item of `delta.tool_calls`, adds to. */
  place(piece: JsonNode): number {
    const wireIndex = numberOf(member(piece, 'index'));
    const id = stringOf(member(piece, 'id')) ?? '';
    const body = member(piece, 'function') ?? member(piece, 'custom');
    const name = stringOf(member(body, 'name')) ?? '';
    const args = stringOf(member(body, 'arguments') ?? member(body, 'input')) ?? '';
    const found = this.find({ wireIndex, id, name, args });
    const call = found === -1 ? undefined : this.calls[found];
    if (!call && this.count >= PIECES_MAX) throw tooManyPieces();
    if (!call) return this.calls.push({ wireIndex, id, name, lastArgs: args }) - 1;
    call.id ||= id;
    call.name ||= name;
    call.lastArgs = args || call.lastArgs;
    return found;
  }

  private find(piece: Omit<ToolCall, 'lastArgs'> & { readonly args: string }): number {
    const { wireIndex, id, name, args } = piece;
    const sameId = id === '' ? -1 : this.calls.findLastIndex((call) => call.id === id);
    if (sameId >= 0) return sameId;
    const candidate =
      wireIndex === undefined
        ? this.calls.length - 1
        : this.calls.findLastIndex((call) => call.wireIndex === wireIndex);
    const call = this.calls[candidate];
    if (!call) return -1;
    // Only the first piece of a call is bound to carry the name, so one without it continues.
    if (name === '') return candidate;
    if (id !== '' && call.id !== '') return -1;
    if (wireIndex === undefined && id === '') return -1;
    // Neither has an id to go by: a new name, or arguments that begin once more, mean a new call.
    const beginsAnew = call.lastArgs.endsWith('}') && args.startsWith('{');
    return call.name !== '' && (call.name !== name || beginsAnew) ? -1 : candidate;
  }
}
