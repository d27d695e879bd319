/** What the gateway's database counts after a run. */
export interface Counts {
  readonly auditRows: number;
  readonly otherRows: number;
  readonly ledgerEntries: number;
  readonly openIntents: number;
  /** Recorded and not sealed: none after a clean stop. */
  readonly pending: number;
  readonly leaves: number;
  /** Held money that nothing accounts for any more. */
  readonly heldNano: string;
}

export interface Books extends Counts {
  /** Calls that the generator counted as answered well. */
  readonly calls: number;
}

/** One sentence for each number that does not agree with the generator's. */
export function compareBooks(books: Books): string[] {
  const faults: string[] = [];
  const expect = (what: string, found: number, wanted: number) => {
    if (found !== wanted) faults.push(`${what}: ${found}, should be ${wanted}`);
  };
  expect('audit rows of answered calls', books.auditRows, books.calls);
  expect('audit rows of other outcomes', books.otherRows, 0);
  expect('ledger entries', books.ledgerEntries, books.calls);
  expect('open intents', books.openIntents, 0);
  expect('rows not sealed', books.pending, 0);
  expect('sealed rows', books.leaves, books.calls);
  expect('nano-units still held', Number(books.heldNano), 0);
  return faults;
}
