import { parseArgs } from 'node:util';
import type { Entry } from '#audit';
import { formatNano } from '#kernel';
import type { Statement } from '#platform';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';

const FIND_ENTRY: Statement = {
  name: 'cli-audit-entry',
  text: `SELECT convert_from(r.entry, 'UTF8') AS entry, l.seq::text,
      o.name AS organisation, w.name AS workload, k.name AS key
    FROM audit_row r
      LEFT JOIN audit_leaf l ON l.id = r.id
      LEFT JOIN organisation o ON o.id = r.org_id
      LEFT JOIN workload w ON w.id = r.workload_id
      LEFT JOIN virtual_key k ON k.id = r.key_id
    WHERE r.id = $1`,
};
const FIND_PLACE: Statement = {
  name: 'cli-audit-place',
  text: 'SELECT seq FROM audit_leaf WHERE id = $1',
};
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Found {
  /** The bytes that were sealed, as text. */
  readonly entry: string;
  /** Null while it waits to be sealed. */
  readonly seq: string | null;
  readonly organisation: string | null;
  readonly workload: string | null;
  readonly key: string | null;
}

/** One call as the log has it: in words, then the entry itself; with `--json` that alone. */
export async function showEntry(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const callId = readCallId(positionals[0]);
  return withInstance(async ({ database }) => {
    const [found] = await database.query<Found>(FIND_ENTRY, [callId]);
    if (!found) {
      const [place] = await database.query<{ seq: string }>(FIND_PLACE, [callId]);
      print(
        place
          ? `Its entry was dropped with its month. It is row ${place.seq} of an export made then; gw audit proof goes on proving that.`
          : 'There is no call with this id in the log.',
      );
      return 1;
    }
    if (values.json) print(found.entry);
    else printEntry(found);
    return 0;
  });
}

/** @throws UsageError */
export function readCallId(text: string | undefined): string {
  if (text === undefined) throw new UsageError('Of which call? The request id is the audit id.');
  if (!ID.test(text))
    throw new UsageError(`${text} is no request id; answers carry it as request-id.`);
  return text;
}

function printEntry(found: Found): void {
  const entry = JSON.parse(found.entry) as Entry;
  for (const [name, value] of Object.entries(factsOf(entry, found))) {
    if (value !== null) print(`${name.padEnd(12)}${value}`);
  }
  print(`\n${JSON.stringify(entry, null, 2)}`);
}

function factsOf(entry: Entry, { organisation, workload, key, seq }: Found) {
  const { tokens, price, refusal, dlp } = entry;
  const findings = (dlp?.found ?? []).map(
    ({ count, kind, subtype, action, place }) =>
      `${count} ${subtype ?? kind} in ${place} (${action})`,
  );
  return {
    call: entry.id,
    type: `${entry.type}, ${entry.outcome}`,
    at: `${entry.at}, for ${entry.latency_ms ?? 0} ms`,
    by: [organisation, workload, key ?? entry.key].filter(Boolean).join(' / '),
    path: [entry.surface, entry.path_template].filter(Boolean).join(' '),
    model: entry.model_routed && `${entry.model_routed}, asked for as ${entry.model_requested}`,
    provider: entry.provider,
    attempts: entry.attempts
      .map(({ provider, status, err, ms }) => `${provider} ${err ?? status} in ${ms} ms`)
      .join(', then '),
    status: entry.http_status === null ? null : String(entry.http_status),
    refusal: refusal && `${refusal.code} at ${refusal.stage}`,
    protection:
      dlp && `${dlp.mode}: ${dlp.action}${findings.length > 0 ? `, ${findings.join(', ')}` : ''}`,
    residency: inWords(entry.residency),
    scope: scopeInWords(entry),
    marks: entry.marks?.join(', ') || null,
    tokens: tokens && `${tokens.in} in, ${tokens.out} out (${entry.usage_source})`,
    cost: price && `${price.currency} ${formatNano(BigInt(price.nano))}`,
    sealed: seq === null ? 'not yet' : `as row ${seq}`,
  };
}

/** Rows of releases before do not have it. */
function inWords(residency: Entry['residency'] | undefined): string | null {
  if (!residency) return null;
  const { mode, policy, verdict, exception, considered } = residency;
  const blocked = considered.map((one) => `${one.provider} (${one.zone}) ${one.verdict}`);
  const said = [...(verdict ? [verdict] : []), ...blocked].join(', ');
  const letBy = exception ? `; let by until ${exception.until}: ${exception.reason}` : '';
  return `${policy}, ${mode}: ${said}${letBy}`;
}

/** Rows of releases before have neither. */
function scopeInWords({ scope_guard: scope, purpose }: Partial<Entry>): string | null {
  if (purpose === 'scope_guard') return 'the question to a judge';
  if (!scope) return null;
  const sure = scope.p === null ? '' : `, ${scope.p} % inside`;
  const letBy = scope.exception ? `; let by: ${scope.exception.reason}` : '';
  const unread = scope.unread ? `; not judged: ${scope.unread.join(', ')}` : '';
  return `${scope.mode}: ${scope.verdict}${sure}, by ${scope.judge}${letBy}${unread}`;
}
