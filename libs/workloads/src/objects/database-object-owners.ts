import { Injectable } from '@nestjs/common';
import { ObjectOwners, type ObjectPlace } from '#call';
import type { WorkloadId } from '#kernel';
import { Database, type Statement } from '#platform';

const FIND: Statement = {
  name: 'object-owners',
  text: `SELECT object_id, workload_id FROM provider_object
    WHERE org_id = $1 AND provider = $2 AND object_id = ANY ($3::text[])`,
};
const CLAIM: Statement = {
  name: 'object-claim',
  text: `INSERT INTO provider_object (org_id, provider, object_id, workload_id)
    SELECT $1, $2, id, $4 FROM unnest($3::text[]) AS id
    ON CONFLICT (org_id, provider, object_id) DO NOTHING`,
};

@Injectable()
export class DatabaseObjectOwners extends ObjectOwners {
  constructor(private readonly database: Database) {
    super();
  }

  async ownersOf(
    { organisationId, provider }: ObjectPlace,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, WorkloadId>> {
    const rows = await this.database.query<{ object_id: string; workload_id: WorkloadId }>(FIND, [
      organisationId,
      provider,
      ids,
    ]);
    return new Map(rows.map((row) => [row.object_id, row.workload_id]));
  }

  async claim(
    { organisationId, provider }: ObjectPlace,
    workload: WorkloadId,
    ids: readonly string[],
  ): Promise<void> {
    await this.database.query(CLAIM, [organisationId, provider, ids, workload]);
  }
}
