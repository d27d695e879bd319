import { isNull, itemsOf, member, numberOf, stringOf, type JsonNode } from '#kernel';
import { PIECES_MAX, tooManyPieces } from '../guard-pieces.js';
import { HeldBack } from '../held-back.js';

type Value = string | number | boolean | null | Value[] | Fields;
/** Names are the model's own, so none may reach a prototype. */
type Fields = Map<string, Value>;

/** `$.list[0].name`, `$['a name']`. */
const STEP = /\.([^.[\]]+)|\[(\d{1,6})\]|\[(?:'([^']*)'|"([^"]*)")\]/gy;
const DEPTH_MAX = 64; // As of any JSON that is read here.

/** The arguments of a call that come piece by piece, each with its place among them. */
export class PartialArgs {
  private readonly root: Fields = new Map();
  private readonly held = new HeldBack();
  private pieces = 0;

  /** @param pieces an array of `{jsonPath, stringValue | numberValue | boolValue | nullValue}` */
  add(pieces: JsonNode | undefined): void {
    for (const piece of itemsOf(pieces)) {
      if (++this.pieces > PIECES_MAX) throw tooManyPieces();
      const path = stepsOf(stringOf(member(piece, 'jsonPath')) ?? '');
      const value = valueOf(piece);
      if (typeof value === 'string') this.held.add(value.length);
      if (path && value !== undefined) place(this.root, path, value);
    }
  }

  /** JSON of all that came. */
  text(): string {
    return JSON.stringify(this.root, (_key, value: unknown) =>
      value instanceof Map ? Object.fromEntries(value) : value,
    );
  }
}

function stepsOf(path: string): (string | number)[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const steps: (string | number)[] = [];
  let end = 1;
  for (const [text, name, index, single, double] of path.slice(1).matchAll(STEP)) {
    steps.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index));
    end += text.length;
  }
  const isWhole = end === path.length && steps.length > 0 && steps.length <= DEPTH_MAX;
  return isWhole && typeof steps[0] === 'string' ? steps : undefined;
}

function valueOf(piece: JsonNode): Value | undefined {
  const text = stringOf(member(piece, 'stringValue')) ?? numberOf(member(piece, 'numberValue'));
  if (text !== undefined) return text;
  const flag = member(piece, 'boolValue');
  if (flag?.kind === 'scalar' && typeof flag.value === 'boolean') return flag.value;
  const none = member(piece, 'nullValue');
  return none && (isNull(none) || none.kind === 'string') ? null : undefined;
}

function place(root: Fields, path: readonly (string | number)[], value: Value): void {
  let at: Value = root;
  for (const [depth, step] of path.entries()) {
    const isLast = depth === path.length - 1;
    const known: Value | undefined = get(at, step);
    const next: Value = isLast ? joined(known, value) : (known ?? emptyFor(path[depth + 1]));
    if (!set(at, step, next)) return; // Contradicts what came before: what is there stays.
    at = next;
  }
}

/** A string grows; anything else comes in one piece. */
const joined = (known: Value | undefined, value: Value): Value =>
  typeof known === 'string' && typeof value === 'string' ? known + value : value;

const emptyFor = (step: string | number | undefined): Value =>
  typeof step === 'number' ? [] : new Map<string, Value>();

function get(at: Value, step: string | number): Value | undefined {
  if (Array.isArray(at)) return typeof step === 'number' ? at[step] : undefined;
  return at instanceof Map ? at.get(String(step)) : undefined;
}

function set(at: Value, step: string | number, value: Value): boolean {
  if (Array.isArray(at) && typeof step === 'number') {
    if (step > at.length) return false; // Lists have no gaps.
    at[step] = value;
    return true;
  }
  if (!(at instanceof Map)) return false;
  at.set(String(step), value);
  return true;
}
