import type { Edit } from './edit.js';
import { applyEdits } from './edit.js';

/** One place in a document that holds characters: a text node, an attribute, a cell. */
export interface Slot {
  readonly text: string;
  set(text: string): void;
}

/**
 * Places that are read one after the other as one text, so that a value is found whole that a document keeps in
 * pieces. What stands between them (`\n`, `\t`) is in the text and in none of them.
 */
export class Story {
  private readonly slots: { readonly start: number; readonly slot: Slot }[] = [];
  private joined: string[] = [];
  private length = 0;
  private last = '';
  /** How many of the last pieces only part others. */
  private partsAtEnd = 0;
  private isGlued = false;

  get text(): string {
    if (this.joined.length > 1) this.joined = [this.joined.join('')];
    return this.joined[0] ?? '';
  }

  add(slot: Slot): void {
    if (slot.text === '') return;
    this.slots.push({ start: this.length, slot });
    this.append(slot.text);
    this.partsAtEnd = 0;
    this.isGlued = false;
  }

  /** Puts a sign between places; one is enough, however many parts end here. */
  part(sign: string): void {
    if (this.isGlued || sign === this.last) return;
    this.append(sign);
    this.partsAtEnd++;
  }

  /** What is added next, before `loosen`, is one word with what was added before it: nothing stands between them. */
  glue(): void {
    for (; this.partsAtEnd > 0; this.partsAtEnd--) {
      this.length -= this.joined.pop()?.length ?? 0;
    }
    this.last = '';
    this.isGlued = true;
  }

  loosen(): void {
    this.isGlued = false;
  }

  private append(sign: string): void {
    this.joined.push(sign);
    this.length += sign.length;
    this.last = sign;
  }

  /** What is put in the place of a value goes where it begins; the rest of it is taken out everywhere else. */
  apply(edits: readonly Edit[]): void {
    let next = 0;
    let placed = 0;
    for (const { start, slot } of this.slots) {
      const end = start + slot.text.length;
      while (next < edits.length && (edits[next] as Edit).end <= start) next++;
      const here: Edit[] = [];
      for (let at = next; at < edits.length && (edits[at] as Edit).start < end; at++) {
        const edit = edits[at] as Edit;
        here.push({
          start: Math.max(edit.start, start) - start,
          end: Math.min(edit.end, end) - start,
          text: at < placed ? '' : edit.text,
        });
        placed = Math.max(placed, at + 1);
      }
      if (here.length > 0) slot.set(applyEdits(slot.text, here));
    }
  }
}

/** The words of a place alone: blanks around them stay where they are, and part nothing. */
export function withoutBlanks(slot: Slot): Slot {
  const word = slot.text.trim();
  const at = slot.text.indexOf(word);
  const [before, after] = [slot.text.slice(0, at), slot.text.slice(at + word.length)];
  return { text: word, set: (put) => slot.set(before + put + after) };
}
