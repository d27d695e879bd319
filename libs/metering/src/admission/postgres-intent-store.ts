import { Injectable } from '@nestjs/common';
import { NaturalBatch, type Nano } from '#kernel';
import { bigintArray, Database, ReplicaId, uuidArray, type Statement } from '#platform';
import type { AdmissionRequest } from './admission-request.js';
import { IntentStore, type CallProgress } from './intent-store.js';
import { intentValues } from './intent-values.js';

const OPEN: Statement = {
  name: 'meter-open-intents',
  text: `SELECT stale FROM gw_open_intents($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid, $5::bigint[],
    $6::text[], $7::bigint[], $8::text[], $9::bigint[], $10::bigint[], $11::uuid[])`,
};
const GROW: Statement = {
  name: 'meter-grow-intent',
  text: 'UPDATE call_intent SET hold_nano = hold_nano + $2 WHERE id = $1',
};
const SET_HOLD: Statement = {
  name: 'meter-set-intent-hold',
  text: 'UPDATE call_intent SET hold_nano = $2 WHERE id = $1 AND NOT is_counted_here',
};
const FORGET: Statement = {
  name: 'meter-forget-intents',
  text: 'DELETE FROM call_intent WHERE id = ANY ($1::uuid[]) AND NOT is_counted_here',
};
const SAVE_PROGRESS: Statement = {
  name: 'meter-save-progress',
  text: `UPDATE call_intent i SET progress_nano = n.nano, progress_tokens = n.tokens
    FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS n(id, nano, tokens) WHERE i.id = n.id`,
};

const BATCHES_MAX = 64; // Of as many organisations; each is bounded by admission.

/** Calls of one organisation, let in on counters of this generation. */
interface Opening {
  readonly batch: readonly AdmissionRequest[];
  readonly generation: string | null;
}

@Injectable()
export class PostgresIntentStore extends IntentStore {
  private readonly opening = new NaturalBatch<Opening, boolean>(BATCHES_MAX, (all) =>
    this.openAll(all),
  );

  constructor(
    private readonly database: Database,
    private readonly replica: ReplicaId,
  ) {
    super();
  }

  open(batch: readonly AdmissionRequest[], generation?: string): Promise<boolean> {
    return this.opening.add({ batch, generation: generation ?? null });
  }

  async grow(id: string, nano: Nano): Promise<void> {
    await this.database.query(GROW, [id, nano.toString()]);
  }

  async setHold(id: string, nano: Nano): Promise<void> {
    await this.database.query(SET_HOLD, [id, nano.toString()]);
  }

  async forget(ids: readonly string[]): Promise<void> {
    await this.database.query(FORGET, [uuidArray(ids)]);
  }

  async saveProgress(progress: readonly CallProgress[]): Promise<void> {
    await this.database.query(SAVE_PROGRESS, [
      uuidArray(progress.map((call) => call.id)),
      bigintArray(progress.map((call) => call.nano)),
      bigintArray(progress.map((call) => call.tokens)),
    ]);
  }

  /** One statement for the calls of all organisations. */
  private async openAll(openings: readonly Opening[]): Promise<boolean[]> {
    const calls = openings.flatMap(({ batch }) => batch);
    const [row] = await this.database.query<{ stale: readonly string[] }>(OPEN, [
      ...intentValues(calls, this.replica.value),
      bigintArray(calls.map(({ tokens }) => tokens)),
      uuidArray(openings.flatMap(({ batch, generation }) => batch.map(() => generation))),
    ]);
    const stale = new Set(row?.stale);
    return openings.map(({ batch }) => !batch.some((call) => stale.has(call.organisationId)));
  }
}
