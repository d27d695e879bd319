import { parseArgs } from 'node:util';
import { formatNano, Ids, nanoOf, parseDecimal, SystemClock, SystemEntropy } from '#kernel';
import {
  CREDIT_KINDS,
  CreditFault,
  creditLeft,
  CreditRepository,
  periodEndMs,
  type CreditBalance,
  type CreditEntry,
  type CreditKind,
} from '#metering';
import { Nudges, type Database } from '#platform';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';

const REFERENCE = /^[!-~][ -~]{0,199}$/; // What people can read, and type again.

/** Books credit for an organisation, or takes it. */
export async function addCredit(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      kind: { type: 'string', default: 'purchase' },
      reference: { type: 'string' },
      expires: { type: 'string' },
    },
  });
  const [organisation, amount = '', ...more] = positionals;
  if (!organisation || more.length > 0) throw new UsageError('Whose credit, and how much?');
  const { kind, reference = null, expires = null } = values;
  if (!isKind(kind)) throw new UsageError(`--kind takes ${CREDIT_KINDS.join(', ')}, not ${kind}.`);
  const decimal = /^\d+(\.\d{1,9})?$/.test(amount) ? parseDecimal(amount) : undefined;
  if (!decimal || decimal.digits === 0n) {
    throw new UsageError(
      `The amount is a decimal above 0, as in 25.00, not ${amount || 'nothing'}.`,
    );
  }
  if (reference !== null && !REFERENCE.test(reference)) {
    throw new UsageError('--reference takes up to 200 printable characters.');
  }
  if (expires !== null && kind !== 'purchase' && kind !== 'grant') {
    throw new UsageError('--expires is for what brings credit: purchase and grant.');
  }
  return withCredit(async (credit, nudges) => {
    const before = await credit.balance(organisation);
    const endsAt = expires === null ? null : endOfDay(expires, before?.timeZone ?? 'UTC');
    const booked = { kind, nano: nanoOf(decimal), reference, endsAt };
    const isNew = await credit.add(organisation, booked);
    nudges.send('epochs');
    const balance = await credit.balance(organisation);
    if (!isNew) print(`${reference} is booked already; nothing was added.`);
    if (balance) print(leftOf(balance));
    return 0;
  });
}

/** Shows what was booked, and what is left. */
export async function listCredit(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const [organisation, ...more] = positionals;
  if (!organisation || more.length > 0) throw new UsageError('Whose credit?');
  return withCredit(async (credit) => {
    const balance = await credit.balance(organisation);
    if (!balance) throw new CreditFault(`There is no organisation ${organisation}.`);
    const entries = await credit.list(balance.organisationId);
    if (values.json) print(JSON.stringify(asJson(balance, entries)));
    else if (isLimited(balance, entries)) printAll(balance, entries);
    else
      print(`${organisation} has no credit, booked or in the settings: credit does not limit it.`);
    return 0;
  });
}

/** What cannot be booked is no fault of the program. */
async function withCredit(
  work: (credit: CreditRepository, nudges: Nudges) => Promise<number>,
): Promise<number> {
  try {
    return await withInstance(({ database, redis }) =>
      work(repositoryOn(database), new Nudges(redis)),
    );
  } catch (fault) {
    if (!(fault instanceof CreditFault)) throw fault;
    print(fault.message);
    return 1;
  }
}

const repositoryOn = (database: Database): CreditRepository =>
  new CreditRepository(database, new Ids(new SystemClock(), new SystemEntropy()));

const isKind = (word: string): word is CreditKind =>
  (CREDIT_KINDS as readonly string[]).includes(word);

const leftOf = (balance: CreditBalance): string =>
  `${formatNano(creditLeft(balance))} ${balance.currency} is left.`;

/** From the first entry on, even where all of it is gone. */
const isLimited = (balance: CreditBalance, entries: readonly CreditEntry[]): boolean =>
  balance.declaredNano !== null || entries.length > 0;

/** The moment behind the last day on which it can be spent. @throws UsageError */
function endOfDay(day: string, timeZone: string): Date {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day);
  const endMs = isDay && isInCalendar(day) ? periodEndMs(`d${day}`, timeZone) : null;
  if (endMs === null) throw new UsageError(`--expires takes a day, as in 2027-12-31, not ${day}.`);
  if (endMs <= new SystemClock().nowMs()) throw new UsageError(`--expires: ${day} is over.`);
  return new Date(endMs);
}

/** No 30th of February. */
function isInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function printAll(balance: CreditBalance, entries: readonly CreditEntry[]): void {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { at, kind, nano, reference, endsAt, endedId } of entries) {
    const amount = formatNano(nano).padStart(16);
    const ending = endedId === null ? undefined : byId.get(endedId);
    const words = [
      reference,
      endsAt && `ends ${endsAt.toISOString()}`,
      ending && `what was left of ${nameOf(ending)}`,
    ];
    const rest = words.filter(Boolean).join(', ');
    print(`${at.toISOString()}  ${kind.padEnd(8)}  ${amount}  ${rest}`.trimEnd());
  }
  if (balance.declaredNano !== null) {
    print(`The settings add ${formatNano(balance.declaredNano)}.`);
  }
  print(`${formatNano(balance.spentNano)} was spent, ${formatNano(balance.heldNano)} is held.`);
  print(leftOf(balance));
}

const nameOf = ({ reference, kind, at }: CreditEntry): string =>
  reference ?? `the ${kind} of ${at.toISOString()}`;

const asJson = (balance: CreditBalance, entries: readonly CreditEntry[]) => ({
  currency: balance.currency,
  declared: balance.declaredNano === null ? null : formatNano(balance.declaredNano),
  spent: formatNano(balance.spentNano),
  held: formatNano(balance.heldNano),
  /** Null: credit does not limit. */
  left: isLimited(balance, entries) ? formatNano(creditLeft(balance)) : null,
  entries: entries.map(({ id, kind, reference, nano, at, endsAt, endedId }) => ({
    id,
    kind,
    reference,
    amount: formatNano(nano),
    at: at.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
    /** The id of the entry whose rest this one takes. */
    ended_id: endedId,
  })),
});
