import type { FoundValue } from '#call';

export interface MappedValue {
  readonly tag: string;
  readonly type: string;
  /** In its longest spelling: a whole name, where a surname alone stands for it, too. */
  readonly value: string;
}

/** A tag that a document brings along: it would pass for one of ours. */
const FOREIGN_TAG = /«(?=[A-Z][A-Z_]{0,40}_\d{1,6}»)([^»]+)»/g;

/** Words of the document in the form of tags, in other signs of the same length. */
export const withoutForeignTags = (text: string): string =>
  text.includes('«') ? text.replace(FOREIGN_TAG, '‹$1›') : text;

/** What stands for the values of one document: the same value has the same tag everywhere in it. */
export class TagBook {
  private readonly byKey = new Map<string, MappedValue>();
  private readonly counts = new Map<string, number>();
  private readonly met = new Map<string, number>();
  private readonly spelled = new Set<string>();

  tagOf({ kind, key, value }: FoundValue): string {
    this.met.set(kind, (this.met.get(kind) ?? 0) + 1);
    this.spelled.add(value);
    const known = this.byKey.get(`${kind} ${key}`);
    if (known && known.value.length < value.length) {
      this.byKey.set(`${kind} ${key}`, { ...known, value });
    }
    if (known) return known.tag;
    const number = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, number);
    const tag = `«${kind.toUpperCase()}_${number}»`;
    this.byKey.set(`${kind} ${key}`, { tag, type: kind, value });
    return tag;
  }

  get mapping(): readonly MappedValue[] {
    return [...this.byKey.values()];
  }

  /** Every spelling of every value: what may stand nowhere in what is handed out. */
  get spellings(): readonly string[] {
    return [...this.spelled];
  }

  /** Places by kind, in the order the kinds were met in. */
  get entities(): readonly { readonly type: string; readonly count: number }[] {
    return [...this.met].map(([type, count]) => ({ type, count }));
  }
}
