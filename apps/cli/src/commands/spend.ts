import { parseArgs } from 'node:util';
import { formatNano, SystemClock } from '#kernel';
import type { Queries, Statement } from '#platform';
import { aligned } from '../aligned.js';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';

// The ledger says what was charged, the row of the same call for whom and for what.
const NAMES = {
  workload: `coalesce(w.name, l.workload_id::text)`,
  key: `coalesce(w.name || ' / ' || k.name, 'no key') || coalesce(' (' || r.key_id || ')', '')`,
  model: `coalesce(r.model_routed, r.provider, 'none')`,
} as const;
type Grouping = keyof typeof NAMES;

const statementBy = (grouping: Grouping): Statement => ({
  name: `cli-spend-by-${grouping}`,
  text: `SELECT o.name AS organisation, o.currency, ${NAMES[grouping]} AS name,
      count(DISTINCT l.id)::text AS calls, sum(l.nano)::text AS nano,
      coalesce(sum(r.tokens_in), 0)::text AS "tokensIn",
      coalesce(sum(r.tokens_out), 0)::text AS "tokensOut"
    FROM ledger_entry l
      JOIN organisation o ON o.id = l.org_id
      LEFT JOIN audit_row r ON r.id = l.id
      LEFT JOIN workload w ON w.id = l.workload_id
      LEFT JOIN virtual_key k ON k.id = r.key_id
    WHERE l.at >= $1 AND l.at < $2
    GROUP BY 1, 2, 3 ORDER BY 1, sum(l.nano) DESC, 3`,
});

interface Spent {
  readonly organisation: string;
  readonly currency: string;
  readonly name: string;
  readonly calls: string;
  readonly nano: string;
  readonly tokensIn: string;
  readonly tokensOut: string;
}

/** What was charged, from the ledger; each organisation in its own currency. */
export async function showSpend(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      by: { type: 'string' },
      since: { type: 'string' },
      until: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { by } = values;
  if (by === undefined || !isGrouping(by)) {
    throw new UsageError(`--by takes ${Object.keys(NAMES).join(', ')}${by ? `, not ${by}` : ''}.`);
  }
  const since = values.since === undefined ? new Date(0) : readMoment('--since', values.since);
  const until =
    values.until === undefined ? new Date(nowMs()) : readMoment('--until', values.until);
  return withInstance(async ({ database }) => {
    const rows = await readSpend(database, by, [since, until]);
    if (values.json) printJson(rows, by);
    else printTable(rows, by);
    return 0;
  });
}

const isGrouping = (text: string): text is Grouping => Object.hasOwn(NAMES, text);

const readSpend = (database: Queries, by: Grouping, period: readonly Date[]): Promise<Spent[]> =>
  database.query<Spent>(statementBy(by), period);

const AGO = /^(\d{1,5})([hd])$/;
const HOUR_MS = 3_600_000;

const nowMs = (): number => new SystemClock().nowMs();

/** `24h` and `7d` ago, or a date as ISO 8601 has them; without a time zone it is UTC. */
function readMoment(option: string, text: string): Date {
  const [, count, unit] = AGO.exec(text) ?? [];
  if (count !== undefined) {
    return new Date(nowMs() - Number(count) * HOUR_MS * (unit === 'd' ? 24 : 1));
  }
  const isDate = /^\d{4}-\d{2}-\d{2}/.test(text);
  const hasZone = /^\d{4}-\d{2}-\d{2}$|(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  const moment = new Date(isDate && !hasZone ? `${text}Z` : text);
  if (!isDate || Number.isNaN(moment.getTime())) {
    throw new UsageError(`${option} takes 24h, 7d or a date such as 2026-01-31, not ${text}.`);
  }
  return moment;
}

function printJson(rows: readonly Spent[], by: Grouping): void {
  const spent = rows.map(({ organisation, currency, name, calls, nano, tokensIn, tokensOut }) => ({
    organisation,
    [by]: name,
    calls: Number(calls),
    tokens_in: Number(tokensIn),
    tokens_out: Number(tokensOut),
    amount: formatNano(BigInt(nano)),
    currency,
  }));
  print(JSON.stringify(spent, null, 2));
}

function printTable(rows: readonly Spent[], by: Grouping): void {
  if (rows.length === 0) return print('Nothing was charged in that time.');
  for (const [organisation, own] of Map.groupBy(rows, (row) => row.organisation)) {
    const total = own.reduce((sum, { nano }) => sum + BigInt(nano), 0n);
    const currency = own[0]?.currency ?? '';
    const lines = [
      [by, 'calls', 'tokens in', 'tokens out', currency],
      ...own.map((row) => [
        row.name,
        row.calls,
        row.tokensIn,
        row.tokensOut,
        formatNano(BigInt(row.nano)),
      ]),
      ['total', '', '', '', formatNano(total)],
    ];
    print(organisation);
    for (const line of aligned(lines)) print(`  ${line}`);
  }
}
