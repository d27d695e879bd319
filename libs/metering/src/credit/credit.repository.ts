import { Injectable } from '@nestjs/common';
import { formatNano, Ids, nanoOf, parseDecimal, type Nano, type OrganisationId } from '#kernel';
import { bumpEpoch, Database, type Statement, type Tx } from '#platform';

/** `purchase` and `grant` bring credit; `expire` and `refund`, money paid back, take it. */
export const CREDIT_KINDS = ['purchase', 'grant', 'expire', 'refund'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

const BRINGS: ReadonlySet<CreditKind> = new Set(['purchase', 'grant']);
const CREDIT_NANO_MAX = 9_000_000_000n * 1_000_000_000n; // Of any currency: counters hold 64 bits.

export interface CreditEntry {
  readonly id: string;
  readonly kind: CreditKind;
  /** Negative for what is taken. */
  readonly nano: Nano;
  readonly reference: string | null;
  readonly at: Date;
  /** From then on what is left of it is none; null for credit that never ends. */
  readonly endsAt: Date | null;
  /** The entry whose end this one says. */
  readonly endedId: string | null;
  /** What calls had used of all credit by then; null in entries from before credit could end. */
  readonly usedNano: Nano | null;
}

/** An entry with the sum of all up to it. */
export interface SummedCreditEntry extends CreditEntry {
  readonly sumNano: Nano;
}

export interface CreditBalance {
  readonly organisationId: OrganisationId;
  readonly currency: string;
  /** IANA zone. */
  readonly timeZone: string;
  /** What the settings declare; null where they declare none. */
  readonly declaredNano: Nano | null;
  readonly entriesNano: Nano;
  readonly spentNano: Nano;
  /** By calls that are open. */
  readonly heldNano: Nano;
}

export interface NewCredit {
  readonly kind: CreditKind;
  /** More than nothing, whatever the kind. */
  readonly nano: Nano;
  readonly reference: string | null;
  /** Only of what brings credit; null for credit that never ends. */
  readonly endsAt: Date | null;
}

/** Why an entry was not made; the words are for people. */
export class CreditFault extends Error {}

const LOCK: Statement = {
  name: 'credit-lock',
  text: 'SELECT id FROM organisation WHERE name = $1 FOR UPDATE',
};
const BALANCE: Statement = {
  name: 'credit-balance',
  text: `SELECT o.id, o.currency, o.time_zone AS "timeZone", o.settings #>> '{credit,amount}' AS declared,
      (SELECT coalesce(sum(nano), 0)::text FROM credit_entry WHERE org_id = o.id) AS entries,
      (SELECT coalesce(sum(spent), 0)::text FROM meter_counter
        WHERE scope = 3 AND scope_id = o.id AND period = 't') AS spent,
      (SELECT coalesce(sum(hold_nano), 0)::text FROM call_intent
        WHERE org_id = o.id AND '3:' || o.id || ':t' = ANY (string_to_array(counters, ' '))) AS held
    FROM organisation o WHERE o.name = $1`,
};
const COLUMNS =
  'id, kind, nano::text, reference, at, ends_at AS "endsAt", ended_id AS "endedId", used_nano::text AS "usedNano"';
const FIND_REFERENCE: Statement = {
  name: 'credit-find-reference',
  text: `SELECT ${COLUMNS} FROM credit_entry WHERE org_id = $1 AND reference = $2`,
};
const ADD: Statement = {
  name: 'credit-add',
  text: `INSERT INTO credit_entry (id, org_id, kind, nano, reference, ends_at, used_nano)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};
const LIST: Statement = {
  name: 'credit-list',
  text: `SELECT ${COLUMNS} FROM credit_entry WHERE org_id = $1 ORDER BY at, id`,
};

const PAGE: Statement = {
  name: 'credit-page',
  text: `SELECT ${COLUMNS}, sum::text FROM (
      SELECT *, sum(nano) OVER (ORDER BY id) FROM credit_entry WHERE org_id = $1
    ) e WHERE $2::uuid IS NULL OR id < $2 ORDER BY id DESC LIMIT $3`,
};

type EntryRow = Omit<CreditEntry, 'nano' | 'usedNano'> & {
  readonly nano: string;
  readonly usedNano: string | null;
};

const entryOf = (row: EntryRow): CreditEntry => ({
  ...row,
  nano: BigInt(row.nano),
  usedNano: row.usedNano === null ? null : BigInt(row.usedNano),
});

/** The entries of prepaid credit. They are added and never changed; what an organisation has is their sum. */
@Injectable()
export class CreditRepository {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
  ) {}

  /** Undefined when there is no such organisation. */
  balance(organisation: string): Promise<CreditBalance | undefined> {
    return readBalance(this.database, organisation);
  }

  list(organisation: OrganisationId): Promise<readonly CreditEntry[]> {
    return readEntries(this.database, organisation);
  }

  /**
   * In force on every replica within two seconds. The same reference twice books once.
   *
   * @returns false when it was booked before
   * @throws CreditFault when there is no such organisation, or not as much to take
   */
  add(organisation: string, credit: NewCredit): Promise<boolean> {
    return this.database.transaction((tx) => this.addIn(tx, organisation, credit));
  }

  /** The same in a transaction that is open. */
  async addIn(tx: Tx, organisation: string, credit: NewCredit): Promise<boolean> {
    await lockOrganisation(tx, organisation);
    const balance = await readBalance(tx, organisation);
    if (!balance) throw new CreditFault(`There is no organisation ${organisation}.`);
    const { organisationId: id } = balance;
    const nano = BRINGS.has(credit.kind) ? credit.nano : -credit.nano;
    const { kind, reference, endsAt } = credit;
    if (reference !== null && (await isBooked(tx, id, reference, nano, endsAt))) return false;
    assertRoom(balance, nano);
    await tx.query(ADD, [
      this.ids.callId(),
      id,
      kind,
      nano.toString(),
      reference,
      endsAt,
      balance.spentNano.toString(),
    ]);
    await bumpEpoch(tx, 'settings', id);
    return true;
  }

  /** Newest first. @param before id of the entry behind which it goes on */
  async page(
    organisation: OrganisationId,
    limit: number,
    before: string | null,
  ): Promise<readonly SummedCreditEntry[]> {
    const rows = await this.database.query<EntryRow & { readonly sum: string }>(PAGE, [
      organisation,
      before,
      limit,
    ]);
    return rows.map(({ sum, ...row }) => ({ ...entryOf(row), sumNano: BigInt(sum) }));
  }
}

/** Whoever else would book for the organisation waits until the transaction has ended. */
export const lockOrganisation = async (tx: Tx, organisation: string): Promise<void> =>
  void (await tx.query(LOCK, [organisation]));

/** Oldest first. */
export async function readEntries(
  queries: Pick<Database, 'query'>,
  organisation: OrganisationId,
): Promise<readonly CreditEntry[]> {
  return (await queries.query<EntryRow>(LIST, [organisation])).map(entryOf);
}

/** What is left to spend. */
export const creditLeft = (balance: CreditBalance): Nano =>
  (balance.declaredNano ?? 0n) + balance.entriesNano - balance.spentNano - balance.heldNano;

export async function readBalance(
  queries: Pick<Database, 'query'>,
  organisation: string,
): Promise<CreditBalance | undefined> {
  const [row] = await queries.query<{
    id: OrganisationId;
    currency: string;
    timeZone: string;
    declared: string | null;
    entries: string;
    spent: string;
    held: string;
  }>(BALANCE, [organisation]);
  if (!row) return undefined;
  const declared = parseDecimal(row.declared ?? '');
  return {
    organisationId: row.id,
    currency: row.currency,
    timeZone: row.timeZone,
    declaredNano: declared ? nanoOf(declared) : null,
    entriesNano: BigInt(row.entries),
    spentNano: BigInt(row.spent),
    heldNano: BigInt(row.held),
  };
}

async function isBooked(
  tx: Tx,
  organisation: OrganisationId,
  reference: string,
  nano: Nano,
  endsAt: Date | null,
): Promise<boolean> {
  const [row] = await tx.query<EntryRow>(FIND_REFERENCE, [organisation, reference]);
  if (!row) return false;
  const isSameEnd = row.endsAt?.getTime() === endsAt?.getTime();
  if (BigInt(row.nano) === nano && isSameEnd) return true;
  const ends = row.endsAt ? ` that ends at ${row.endsAt.toISOString()}` : '';
  throw new CreditFault(
    `${isSameEnd ? 'Another amount' : 'Credit with another end'} is booked under ${reference}: ${row.kind} of ${formatNano(BigInt(row.nano))}${ends}.`,
  );
}

function assertRoom(balance: CreditBalance, nano: Nano): void {
  const left = creditLeft(balance);
  if (nano < 0n && left + nano < 0n) {
    throw new CreditFault(
      `Only ${formatNano(left > 0n ? left : 0n)} ${balance.currency} is left, so no more can be taken.`,
    );
  }
  if ((balance.declaredNano ?? 0n) + balance.entriesNano + nano > CREDIT_NANO_MAX) {
    throw new CreditFault(`All credit may be ${formatNano(CREDIT_NANO_MAX)} at most.`);
  }
}
