import { parseArgs } from 'node:util';
import { formatNano, Ids, nanoOf, parseDecimal, SystemClock, SystemEntropy } from '#kernel';
import {
  CREDIT_KINDS,
  CreditFault,
  creditLeft,
  CreditRepository,
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
    options: { kind: { type: 'string', default: 'purchase' }, reference: { type: 'string' } },
  });
  const [organisation, amount = '', ...more] = positionals;
  if (!organisation || more.length > 0) throw new UsageError('Whose credit, and how much?');
  const { kind, reference = null } = values;
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
  return withCredit(async (credit, nudges) => {
    const booked = { kind, nano: nanoOf(decimal), reference };
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
    else printAll(balance, entries);
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

function printAll(balance: CreditBalance, entries: readonly CreditEntry[]): void {
  for (const { at, kind, nano, reference } of entries) {
    const amount = formatNano(nano).padStart(16);
    print(`${at.toISOString()}  ${kind.padEnd(8)}  ${amount}  ${reference ?? ''}`.trimEnd());
  }
  if (balance.declaredNano !== null) {
    print(`The settings add ${formatNano(balance.declaredNano)}.`);
  }
  print(`${formatNano(balance.spentNano)} was spent, ${formatNano(balance.heldNano)} is held.`);
  print(leftOf(balance));
}

const asJson = (balance: CreditBalance, entries: readonly CreditEntry[]) => ({
  currency: balance.currency,
  declared: balance.declaredNano === null ? null : formatNano(balance.declaredNano),
  spent: formatNano(balance.spentNano),
  held: formatNano(balance.heldNano),
  left: formatNano(creditLeft(balance)),
  entries: entries.map(({ nano, at, ...entry }) => ({
    ...entry,
    amount: formatNano(nano),
    at: at.toISOString(),
  })),
});
