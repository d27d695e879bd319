/** What a foreign file says and this gateway has no place for, and why. */
export interface Remark {
  readonly path: string;
  readonly text: string;
}

const UNKNOWN = 'not known to this import';

/** A mapping of a foreign file. What nobody takes out of it is told, so that nothing is lost in silence. */
export class Fields {
  private readonly taken = new Set<string>();
  private readonly inner: Fields[] = [];
  private readonly members: Readonly<Record<string, unknown>>;

  constructor(
    readonly path: string,
    value: unknown,
  ) {
    this.members = isMapping(value) ? value : {};
  }

  get names(): readonly string[] {
    return Object.keys(this.members);
  }

  has(name: string): boolean {
    return this.members[name] !== undefined && this.members[name] !== null;
  }

  take(name: string): unknown {
    this.taken.add(name);
    return this.members[name];
  }

  /** Of a text or a figure; undefined of anything else, and of an empty text. */
  text(name: string): string | undefined {
    return textOf(this.take(name));
  }

  /** A whole number of one or more. */
  count(name: string): number | undefined {
    const count = Number(this.text(name) ?? Number.NaN);
    return Number.isSafeInteger(count) && count > 0 ? count : undefined;
  }

  fields(name: string): Fields {
    const fields = new Fields(joined(this.path, name), this.take(name));
    this.inner.push(fields);
    return fields;
  }

  /** None of anything that is no list. */
  list(name: string): readonly Fields[] {
    const value = this.take(name);
    const entries: readonly unknown[] = Array.isArray(value) ? value : [];
    const fields = entries.map(
      (one, place) => new Fields(`${joined(this.path, name)}[${place}]`, one),
    );
    this.inner.push(...fields);
    return fields;
  }

  texts(name: string): readonly string[] {
    const value = this.take(name);
    return Array.isArray(value) ? value.flatMap((one: unknown) => textOf(one) ?? []) : [];
  }

  /** What nobody has taken, here and below. @param reasons by name, where the reason is known */
  untaken(reasons: Readonly<Record<string, string>>): readonly Remark[] {
    const own = this.names
      .filter((name) => !this.taken.has(name) && this.has(name))
      .map((name) => ({ path: joined(this.path, name), text: reasons[name] ?? UNKNOWN }));
    return [...own, ...this.inner.flatMap((fields) => fields.untaken(reasons))];
  }
}

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
