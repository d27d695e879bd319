import { Injectable, Logger } from '@nestjs/common';
import { Clock, type OrganisationId } from '#kernel';
import { Database, type Statement, type Tx } from '../database/database.js';

const LOOK_MS = 2_000;
const BATCH_MAX = 20;
const LEASE_SECONDS = 60; // Longer than any delivery takes; after a kill it is due again then.
const FIRST_WAIT_SECONDS = 5;
const WAIT_SECONDS_MAX = 21_600;
const WAIT_FACTOR = 4;
const ATTEMPTS_MAX = 12; // A day and a half, with these waits.

/** What is to be delivered to the outside. `id` is the same at each try, for the receiver to know it by. */
export interface OutboxMessage {
  readonly id: string;
  readonly organisationId: OrganisationId;
  /** Which deliverer it is for. */
  readonly kind: string;
  readonly target: string;
  readonly payload: string;
}

/** Resolves when the other side has taken it; rejects with a reason that people may read. */
export type Deliver = (message: OutboxMessage) => Promise<void>;

const ADD: Statement = {
  name: 'outbox-add',
  text: 'INSERT INTO outbox (id, org_id, kind, target, payload) VALUES ($1, $2, $3, $4, $5)',
};
const CLAIM: Statement = {
  name: 'outbox-claim',
  text: `UPDATE outbox SET attempts = attempts + 1, due_at = now() + ${LEASE_SECONDS} * interval '1 s'
    WHERE id IN (
      SELECT id FROM outbox WHERE failed_at IS NULL AND due_at <= now() AND kind = ANY ($1::text[])
      ORDER BY due_at LIMIT ${BATCH_MAX} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, org_id AS "organisationId", kind, target, payload, attempts`,
};
const DELIVERED: Statement = { name: 'outbox-delivered', text: 'DELETE FROM outbox WHERE id = $1' };
const POSTPONE: Statement = {
  name: 'outbox-postpone',
  text: `UPDATE outbox SET due_at = now() + $2::int * interval '1 s', last_fault = $3 WHERE id = $1`,
};
const GIVE_UP: Statement = {
  name: 'outbox-give-up',
  text: 'UPDATE outbox SET failed_at = now(), last_fault = $2 WHERE id = $1',
};
const RETRY_MAX = 1_000; // Of one request, so that it holds their rows for a moment only.
const RETRY: Statement = {
  name: 'outbox-retry',
  text: `UPDATE outbox SET failed_at = NULL, attempts = 0, due_at = now() WHERE id IN (
      SELECT id FROM outbox WHERE org_id = $1 AND failed_at IS NOT NULL
      ORDER BY id LIMIT ${RETRY_MAX} FOR UPDATE SKIP LOCKED
    ) RETURNING id`,
};
const FAULT_CHARS_MAX = 500;

/**
 * Deliveries that survive every kill: each is a row that is written with what it tells of, and deleted
 * once it was taken. So it is delivered at least once, and its receiver tells a second time by its id.
 * Any number of processes may deliver.
 */
@Injectable()
export class Outbox {
  private readonly logger = new Logger('outbox');
  private readonly deliverers = new Map<string, Deliver>();
  private readonly counts = { delivered: 0, failures: 0, givenUp: 0 };
  private stopLooking: () => void = () => undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  get counters(): Readonly<{ delivered: number; failures: number; givenUp: number }> {
    return this.counts;
  }

  async add(tx: Tx, message: OutboxMessage): Promise<void> {
    const { id, organisationId, kind, target, payload } = message;
    await tx.query(ADD, [id, organisationId, kind, target, payload]);
  }

  /** What was given up of an organisation is due again, with all of its tries. @returns how many, 1,000 at most */
  async retryFailed(tx: Tx, organisationId: OrganisationId): Promise<number> {
    return (await tx.query(RETRY, [organisationId])).length;
  }

  deliverBy(kind: string, deliver: Deliver): void {
    this.deliverers.set(kind, deliver);
  }

  start(): void {
    this.stopLooking = this.clock.every(LOOK_MS, () => {
      this.looking ??= this.deliverDue()
        .then(() => undefined)
        // A database that is away is asked again.
        .catch(() => undefined)
        .finally(() => (this.looking = undefined));
    });
  }

  async stop(): Promise<void> {
    this.stopLooking();
    await this.looking;
  }

  /** @returns how many were due */
  async deliverDue(): Promise<number> {
    const due = await this.database.query<OutboxMessage & { readonly attempts: number }>(CLAIM, [
      [...this.deliverers.keys()],
    ]);
    await Promise.all(due.map((message) => this.tryToDeliver(message)));
    return due.length;
  }

  private async tryToDeliver(
    message: OutboxMessage & { readonly attempts: number },
  ): Promise<void> {
    const { id, kind, target, attempts } = message;
    try {
      await this.deliverers.get(kind)?.(message);
    } catch (fault) {
      this.counts.failures++;
      const reason = String(fault instanceof Error ? fault.message : fault);
      const why = reason.slice(0, FAULT_CHARS_MAX);
      if (attempts < ATTEMPTS_MAX) {
        // Said once: the tries that follow tell nothing new, and the last one is an error. The target
        // is left out, since it may be a person's address.
        if (attempts === 1) this.logger.warn(`${kind} ${id} could not be delivered: ${why}`);
        await this.database.query(POSTPONE, [id, waitSeconds(attempts), why]);
        return;
      }
      this.counts.givenUp++;
      this.logger.error(`${kind} ${id} to ${target} is given up after ${attempts} tries: ${why}`);
      await this.database.query(GIVE_UP, [id, why]);
      return;
    }
    this.counts.delivered++;
    await this.database.query(DELIVERED, [id]);
  }
}

const waitSeconds = (attempts: number): number =>
  Math.min(WAIT_SECONDS_MAX, FIRST_WAIT_SECONDS * WAIT_FACTOR ** (attempts - 1));
