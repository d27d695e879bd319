/** What one thing costs, in the unit that its name ends with. */
interface Measured {
  readonly value: number;
  /** Of what, and by which command. */
  readonly how: string;
}

const LEDGER = 'npm run bench:ledger -- --costs';
// Measured on a busy machine, on which a small call took 2.5 times as much: brought to the same.
const SCALED = `, scaled to that: ${LEDGER}`;

/**
 * Measured on a machine of two cores, shared and slow, PostgreSQL on the same disk: on your own, measure
 * them anew (`npm run bench:ledger -- --costs > costs.json`) and say `gw sim --costs costs.json`.
 */
export const MEASURED = {
  gatewayCallMicros: {
    value: 427,
    how: 'processor time of one process for a whole answer, 16 connections: npm run bench',
  },
  gatewayKibMicros: { value: 14, how: `the same for each KiB of the body${SCALED}` },
  gatewayTokenMicros: { value: 5.5, how: `the same for each event of a stream, a token${SCALED}` },
  ledgerProcessMicros: {
    value: 81,
    how: `the part of it that lets in and records, in large batches: ${LEDGER}`,
  },
  statementMicros: {
    value: 946,
    how: `processor time of PostgreSQL for a statement of any size: ${LEDGER}`,
  },
  callMicros: { value: 57, how: `the same for each call, sealing included: ${LEDGER}` },
  ownerMicros: {
    value: 84,
    how: `the same for each organisation in a statement that lets in: ${LEDGER}`,
  },
  admitShare: {
    value: 0.18,
    how: `of what a call costs PostgreSQL without sealing, before it is sent: ${LEDGER}`,
  },
  sealRowMicros: {
    value: 25,
    how: 'time for each row in the one transaction that seals: npm run bench:log',
  },
  redisScriptMicros: {
    value: 38,
    how: `processor time of Redis for a script of any size: ${LEDGER}`,
  },
  redisCallMicros: { value: 16, how: `the same for each call: ${LEDGER}` },
  roundTripMs: {
    value: 0.08,
    how: `a question to PostgreSQL that does nothing, same machine: ${LEDGER}`,
  },
  flushMs: { value: 0.27, how: `what a commit waits for the disk: ${LEDGER}` },
  walBytes: { value: 4_057, how: `write-ahead log of a call, from intent to leaf: ${LEDGER}` },
  rowBytes: { value: 2_236, how: `of audit_row and audit_private, with indexes: ${LEDGER}` },
  ledgerBytes: { value: 261, how: `of ledger_entry, with indexes: ${LEDGER}` },
  logBytes: { value: 216, how: `of audit_leaf and audit_tile, with indexes: ${LEDGER}` },
  checkpointBytes: { value: 400, how: 'of a row of audit_checkpoint, one a second for a busy log' },
  processMib: { value: 300, how: 'a process without open streams: npm run bench' },
  streamKib: {
    value: 88,
    how: 'an open stream with an event a second, collector included: npm run bench',
  },
} as const satisfies Readonly<Record<string, Measured>>;

export type CostName = keyof typeof MEASURED;
export type Costs = Readonly<Record<CostName, number>>;

export const COSTS = Object.fromEntries(
  Object.entries(MEASURED).map(([name, { value }]) => [name, value]),
) as Costs;
