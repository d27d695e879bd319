import type { Queries } from '#platform';

/** Conditions of one query with their values, which PostgreSQL plans for. */
export class Conditions {
  private readonly texts: string[] = [];

  constructor(readonly values: unknown[] = []) {}

  /** Others of the same query, as of a part of it. */
  beside(): Conditions {
    return new Conditions(this.values);
  }

  /** The place of a value in the statement, as in `$3`. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** @param text of the place of the value; nothing is added for a value that is not there */
  where(value: unknown, text: (place: string) => string): this {
    if (value !== undefined) this.texts.push(text(this.value(value)));
    return this;
  }

  always(text: string): this {
    this.texts.push(text);
    return this;
  }

  get text(): string {
    return this.texts.join(' AND ') || 'true';
  }
}

/** Without a name: it is planned for its values each time, and no connection keeps it. */
export const ask = <Row extends object>(
  queries: Queries,
  text: string,
  { values }: Conditions,
): Promise<Row[]> => queries.query<Row>({ name: '', text }, values);
