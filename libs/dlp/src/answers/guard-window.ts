import { addAll } from '#kernel';
import { maskOf } from '../inspect/mask-of.js';
import type { Decided } from '../policy.js';
import type { Piece, PieceSource } from '../restore/piece-source.js';
import type { AnswerGuard, Findings } from './answer-guard.js';
import { isClauseEnd, lastBreak, plainEnd } from './clause-ends.js';

/** Of ordinary text, the most that is held for the clause to end. */
export const WINDOW_CHARS = 160;
/** A look costs more than the text it is at, so shorter clauses are looked at together. */
const LOOK_CHARS_MIN = 80;
/** Of what was let go, as much as words stand before a value that they explain. */
const CONTEXT_CHARS = 160;
/** A value that has begun is held to its end, and so is a word: room for most keys in text. */
export const VALUE_CHARS_MAX = 8_192;
/** Of a longer one its beginning stands for it while the rest goes by. */
const HEAD_CHARS = 512;

/** The end of the text before, which words of a text behind it may be explained by. */
export interface Before {
  tail: string;
}

export interface Watching {
  readonly guard: AnswerGuard;
  /** As the log calls it. */
  readonly place: string;
  /** What the text is the value of. */
  readonly name: string;
  /** It goes on as it came, or not at all. */
  readonly isSigned: boolean;
}

/**
 * One growing text of an answer. Held until a clause ends, it is looked through and goes on with masks for
 * what was found. Where it is looked at depends on the text alone, so that the pieces, however it was cut,
 * add up to the same; only a pause lets go of more.
 */
export class GuardWindow implements PieceSource {
  private text = '';
  /** All before was let go. */
  private from = 0;
  /** Places up to here were tried. */
  private tried = 0;
  /** Held characters that have the text looked at, whether or not a clause has ended. */
  private due = WINDOW_CHARS;
  /** Fewer are not looked at again. */
  private least = LOOK_CHARS_MIN;
  /** What was let go last is a mask, of a value that may go on. */
  private endsInMask = false;

  constructor(
    private readonly watching: Watching,
    private readonly before: Before = { tail: '' },
  ) {}

  push(delta: string): Piece[] {
    this.add(delta);
    const pieces: Piece[] = [];
    for (let to = this.nextLook(); to > 0; to = this.nextLook()) addAll(pieces, this.look(to));
    return pieces;
  }

  finish(delta: string): Piece[] {
    const pieces = this.push(delta);
    addAll(pieces, this.flush());
    return pieces;
  }

  flush(): Piece[] {
    const { text } = this;
    const pieces = text.length > this.from ? this.letGo(text.length, this.find(text)) : [];
    this.before.tail = this.text.slice(-CONTEXT_CHARS);
    this.text = '';
    this.from = 0;
    this.tried = 0;
    this.endsInMask = false;
    this.startAnew();
    return pieces;
  }

  /** The model takes its time: words that cannot begin a value are not held any longer. */
  pause(): Piece[] {
    const end = plainEnd(this.text, this.from);
    if (end === this.from) return [];
    const findings = this.find(this.text);
    const cut = this.uncut(end, this.text.length, findings.replaced);
    return cut > this.from ? this.letGo(cut, findings) : [];
  }

  private add(delta: string): void {
    if (this.text === '' && this.before.tail !== '') {
      this.text = this.before.tail;
      this.from = this.text.length;
      this.tried = this.from;
      this.before.tail = '';
    }
    this.text += delta;
  }

  /** Where the text that has come is to be looked at up to; 0 for nowhere. */
  private nextLook(): number {
    const { text, from } = this;
    const dueAt = from + this.due;
    for (let at = Math.max(this.tried, from) + 1; at <= text.length; at++) {
      if (at >= dueAt) return (this.tried = at);
      if (at === text.length) break; // What follows says whether a clause ends here.
      this.tried = at;
      if (at - from >= this.least && isClauseEnd(text, at)) return at;
    }
    return 0;
  }

  /** @param to nothing behind it is looked at, so that what came together counts no more than what came apart */
  private look(to: number): Piece[] {
    const { from } = this;
    const isDue = to - from >= this.due;
    const findings = this.find(this.text.slice(0, to));
    const end = isDue ? this.breakBefore(to) : to;
    const cut = this.uncut(end, to, findings.replaced);
    if (cut > from) {
      const pieces = this.letGo(cut, findings);
      this.startAnew();
      return pieces;
    }
    this.least = 2 * (to - from);
    if (isDue) while (this.due <= to - from) this.due *= 2;
    return to - from < VALUE_CHARS_MAX ? [] : this.letGoOfHead(to, findings);
  }

  /** Where a text without an end of a clause is cut: far enough behind that most values are whole. */
  private breakBefore(to: number): number {
    const held = to - this.from;
    return lastBreak(this.text, this.from, to - Math.floor(held / 2));
  }

  /** The last place up to `end` that no value spans, nor one that may go on behind `to`. */
  private uncut(end: number, to: number, values: readonly Decided[]): number {
    let cut = end;
    const saidTo = this.text.slice(0, to).trimEnd().length;
    for (const value of values) {
      if (value.start >= cut) break;
      if (value.end >= saidTo) return value.start;
      cut = Math.max(cut, value.end);
    }
    return cut;
  }

  /** Of a value or a word that has no end. What the beginning of a value says, it is until it ends. */
  private letGoOfHead(to: number, findings: Findings): Piece[] {
    const endless = findings.replaced.find(
      ({ start, end }) => start <= this.from && end > this.from,
    );
    if (!endless) {
      const cut = this.uncut(wholeCharacters(this.text, to - HEAD_CHARS), to, findings.replaced);
      const pieces = this.letGo(cut, findings);
      this.startAnew();
      return pieces;
    }
    const head = this.text.slice(endless.start, endless.start + HEAD_CHARS);
    const pieces = this.letGo(to, findings);
    this.text = head + this.text.slice(this.from);
    this.from = head.length;
    this.tried = head.length;
    this.startAnew();
    return pieces;
  }

  private find(text: string): Findings {
    const { guard, name } = this.watching;
    return guard.find(text, name);
  }

  /** Lets go of everything before `cut`, and forgets what explains nothing any more. */
  private letGo(cut: number, { replaced, logged }: Findings): Piece[] {
    const { text, from } = this;
    const pieces: Piece[] = [];
    let at = from;
    for (const value of replaced) {
      if (value.end <= from || value.start >= cut) continue;
      const goesOn = value.start < from && this.endsInMask;
      this.note(value);
      const start = Math.max(at, value.start);
      const end = Math.min(value.end, cut);
      if (start > at) pieces.push({ source: text.slice(at, start) });
      const source = text.slice(start, end);
      pieces.push(this.replaced(value, source, goesOn));
      at = end;
    }
    this.endsInMask = at === cut && pieces.at(-1)?.value !== undefined;
    if (at < cut) pieces.push({ source: text.slice(at, cut) });
    for (const value of logged) if (value.end > from && value.start < cut) this.note(value);
    const dropped = Math.max(0, cut - CONTEXT_CHARS);
    this.text = text.slice(dropped);
    this.from = cut - dropped;
    this.tried = Math.max(this.from, this.tried - dropped);
    return pieces;
  }

  private replaced(value: Decided, source: string, goesOn: boolean): Piece {
    if (this.watching.isSigned) return { source };
    return { source, value: goesOn ? '' : maskOf(value, source) };
  }

  private note(value: Decided): void {
    const { guard, place, isSigned } = this.watching;
    const spelling = value.value ?? this.text.slice(value.start, value.end);
    const isRefused = isSigned && value.action !== 'log';
    guard.note(isRefused ? { ...value, action: 'block', fate: 'block' } : value, spelling, place);
  }

  private startAnew(): void {
    this.due = WINDOW_CHARS;
    this.least = LOOK_CHARS_MIN;
  }
}

/** No pair of halves is cut. */
const wholeCharacters = (text: string, at: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
