import { Injectable } from '@nestjs/common';
import {
  formatNano,
  nanoOf,
  parseDecimal,
  type Ids,
  type Nano,
  type OrganisationId,
} from '#kernel';
import { bumpEpoch, type Database, type Statement, type Tx } from '#platform';

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
}

export interface CreditBalance {
  readonly organisationId: OrganisationId;
  readonly currency: string;
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
}

/** Why an entry was not made; the words are for people. */
export class CreditFault extends Error {}

// Whoever else would book for the organisation waits until this is committed.
const LOCK: Statement = {
  name: 'credit-lock',
  text: 'SELECT id FROM organisation WHERE name = $1 FOR UPDATE',
};
const BALANCE: Statement = {
  name: 'credit-balance',
  text: `SELECT o.id, o.currency, o.settings #>> '{credit,amount}' AS declared,
      (SELECT coalesce(sum(nano), 0)::text FROM credit_entry WHERE org_id = o.id) AS entries,
      (SELECT coalesce(sum(spent), 0)::text FROM meter_counter
        WHERE scope = 3 AND scope_id = o.id AND period = 't') AS spent,
      (SELECT coalesce(sum(hold_nano), 0)::text FROM call_intent
        WHERE org_id = o.id AND '3:' || o.id || ':t' = ANY (string_to_array(counters, ' '))) AS held
    FROM organisation o WHERE o.name = $1`,
};
const FIND_REFERENCE: Statement = {
  name: 'credit-find-reference',
  text: `SELECT id, kind, nano::text, reference, at FROM credit_entry
    WHERE org_id = $1 AND reference = $2`,
};
const ADD: Statement = {
  name: 'credit-add',
  text: 'INSERT INTO credit_entry (id, org_id, kind, nano, reference) VALUES ($1, $2, $3, $4, $5)',
};
const LIST: Statement = {
  name: 'credit-list',
  text: `SELECT id, kind, nano::text, reference, at FROM credit_entry
    WHERE org_id = $1 ORDER BY at, id`,
};

type EntryRow = Omit<CreditEntry, 'nano'> & { readonly nano: string };

const entryOf = (row: EntryRow): CreditEntry => ({ ...row, nano: BigInt(row.nano) });

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

  async list(organisation: OrganisationId): Promise<readonly CreditEntry[]> {
    return (await this.database.query<EntryRow>(LIST, [organisation])).map(entryOf);
  }

  /**
   * In force on every replica within two seconds. The same reference twice books once.
   *
   * @returns false when it was booked before
   * @throws CreditFault when there is no such organisation, or not as much to take
   */
  add(organisation: string, credit: NewCredit): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await tx.query(LOCK, [organisation]);
      const balance = await readBalance(tx, organisation);
      if (!balance) throw new CreditFault(`There is no organisation ${organisation}.`);
      const { organisationId: id } = balance;
      const nano = BRINGS.has(credit.kind) ? credit.nano : -credit.nano;
      if (credit.reference !== null && (await isBooked(tx, id, credit.reference, nano))) {
        return false;
      }
      assertRoom(balance, nano);
      await tx.query(ADD, [this.ids.callId(), id, credit.kind, nano.toString(), credit.reference]);
      await bumpEpoch(tx, 'settings', id);
      return true;
    });
  }
}

/** What is left to spend. */
export const creditLeft = (balance: CreditBalance): Nano =>
  (balance.declaredNano ?? 0n) + balance.entriesNano - balance.spentNano - balance.heldNano;

async function readBalance(
  queries: Pick<Database, 'query'>,
  organisation: string,
): Promise<CreditBalance | undefined> {
  const [row] = await queries.query<{
    id: OrganisationId;
    currency: string;
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
): Promise<boolean> {
  const [row] = await tx.query<EntryRow>(FIND_REFERENCE, [organisation, reference]);
  if (!row) return false;
  if (BigInt(row.nano) === nano) return true;
  throw new CreditFault(
    `Another amount is booked under ${reference}: ${row.kind} of ${formatNano(BigInt(row.nano))}.`,
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
