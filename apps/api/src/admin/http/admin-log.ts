import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { writeAdmin } from '#audit';
import { Clock, Ids } from '#kernel';
import type { Actor } from '#members';
import { Database, ReplicaId, type Tx } from '#platform';
import { changesOf } from './changes-of.js';
import { Idempotency } from './idempotency.js';

/** What was done, once it is. */
export interface Done<Result> {
  readonly result: Result;
  /** As in `workload 0193…`: what it was done to. */
  readonly target: string;
  readonly workloadId?: string | null;
  readonly key?: string;
  /** What changed, from and to; secrets as fingerprints. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Of what is posted: what is answered, so that a repetition of the request is answered the same. */
  readonly answer?: unknown;
  /** The result shows what is shown once. */
  readonly showsSecret?: true;
}

/** Every change is an entry of the organisation's log, sealed with its calls: both are written, or neither. */
@Injectable()
export class AdminLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly replica: ReplicaId,
    private readonly idempotency: Idempotency,
  ) {}

  private get tools() {
    return { clock: this.clock, ids: this.ids, replica: this.replica };
  }

  /**
   * One transaction: the work and its entry.
   * @param action as in `workload.update`
   */
  change<Result>(
    actor: Actor,
    action: string,
    work: (manager: EntityManager, tx: Tx) => Promise<Done<Result>>,
  ): Promise<Result> {
    return this.database.entities(async (manager, tx) => {
      await this.idempotency.claim(tx);
      const done = await work(manager, tx);
      await this.write(tx, actor, action, done);
      if (done.showsSecret) this.idempotency.markSecret();
      if (done.answer !== undefined) await this.idempotency.keep(tx, done.answer);
      return done.result;
    });
  }

  /** For a step that has a transaction already. */
  async write(tx: Tx, actor: Actor, action: string, done: Done<unknown>): Promise<void> {
    const changes = changesOf(done.before, done.after);
    await writeAdmin(tx, this.tools, {
      organisationId: actor.organisationId,
      workloadId: done.workloadId ?? null,
      member: actor.memberId,
      ...(done.key !== undefined && { key: done.key }),
      detail: {
        action,
        target: done.target,
        ...whoOf(actor),
        ...(changes !== undefined && { changes }),
      },
    });
  }

  /** Tried without the permission. The log tells the path, not what was sent. */
  async denied(actor: Actor, what: string): Promise<void> {
    await this.database.entities((_manager, tx) =>
      writeAdmin(tx, this.tools, {
        organisationId: actor.organisationId,
        workloadId: null,
        member: actor.memberId,
        detail: { action: 'denied', target: what.slice(0, 200), ...whoOf(actor) },
        outcome: 'refused',
      }),
    );
  }
}

const whoOf = ({ kind, id, ip, session }: Actor) => ({
  actor: `${kind} ${id}`,
  ip,
  step_up: session?.isSteppedUp ? 'yes' : 'no',
});
