import { Injectable } from '@nestjs/common';
import type { Permission } from '#contract';
import type { Actor } from '#members';
import { Database, type Statement } from '#platform';
import { reachIn } from '../http/allow.js';

const OWN: Statement = {
  name: 'admin-own-workloads',
  text: 'SELECT id FROM workload WHERE org_id = $1 AND owner_id = $2',
};

/** Whose calls somebody may see. */
@Injectable()
export class OwnWorkloads {
  constructor(private readonly database: Database) {}

  /** Ids; undefined where all may be seen. */
  async of(actor: Actor, permission: Permission): Promise<readonly string[] | undefined> {
    if (reachIn(actor, permission) === 'all') return undefined;
    const values = [actor.organisationId, actor.memberId];
    const rows = await this.database.query<{ id: string }>(OWN, values);
    return rows.map(({ id }) => id);
  }
}
