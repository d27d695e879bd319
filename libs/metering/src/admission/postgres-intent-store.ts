import { Injectable } from '@nestjs/common';
import { bigintArray, Database, ReplicaId, uuidArray, type Statement } from '#platform';
import type { AdmissionRequest } from './admission-request.js';
import { IntentStore, type CallProgress } from './intent-store.js';
import { intentValues } from './intent-values.js';

const OPEN: Statement = {
  name: 'meter-open-intents',
  text: `
    INSERT INTO call_intent (id, org_id, workload_id, replica_id, hold_nano, counters,
      price_version, context, progress_nano, is_counted_here)
    SELECT id, org, workload, $4, hold, counters, price, context, progress, false
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $5::bigint[], $6::text[], $7::bigint[],
      $8::text[], $9::bigint[])
      AS n(id, org, workload, hold, counters, price, context, progress)`,
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

@Injectable()
export class PostgresIntentStore extends IntentStore {
  constructor(
    private readonly database: Database,
    private readonly replica: ReplicaId,
  ) {
    super();
  }

  async open(batch: readonly AdmissionRequest[]): Promise<void> {
    await this.database.query(OPEN, intentValues(batch, this.replica.value));
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
}
