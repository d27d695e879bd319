/** What every commit's database can count: calls on record, and calls paid for. */
export interface RowCounts {
  readonly auditRows: number;
  readonly ledgerEntries: number;
}

/** What the gateway's database counts after a run. */
export interface Counts extends RowCounts {
  readonly otherRows: number;
  readonly openIntents: number;
  /** Recorded and not sealed: none after a clean stop. */
  readonly pending: number;
  readonly leaves: number;
  /** Held money that nothing accounts for any more. */
  readonly heldNano: string;
}

interface Answered {
  /** Calls that the generator counted as answered well. */
  readonly calls: number;
}

export type RowBooks = RowCounts & Answered;
export type Books = Counts & Answered;

/** One sentence for each number that does not agree with the generator's. */
export function compareBooks(books: Books): string[] {
  return [
    ...compareRows(books),
    ...disagreement('audit rows of other outcomes', books.otherRows, 0),
    ...disagreement('open intents', books.openIntents, 0),
    ...disagreement('rows not sealed', books.pending, 0),
    ...disagreement('sealed rows', books.leaves, books.calls),
    ...disagreement('nano-units still held', Number(books.heldNano), 0),
  ];
}

export function compareRows({ calls, auditRows, ledgerEntries }: RowBooks): string[] {
  return [
    ...disagreement('audit rows of calls', auditRows, calls),
    ...disagreement('ledger entries', ledgerEntries, calls),
  ];
}

const disagreement = (what: string, found: number, wanted: number): string[] =>
  found === wanted ? [] : [`${what}: ${found}, should be ${wanted}`];
