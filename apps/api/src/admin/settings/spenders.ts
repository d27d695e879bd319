import { Injectable } from '@nestjs/common';
import type { Organisation, Workload } from '#call';
import { problem, type WorkloadId } from '#kernel';
import type { Actor } from '#members';
import { SettingsEditor } from '#operations';
import { Database } from '#platform';
import { DatabaseDirectory } from '#workloads';
import { reachIn } from '../http/allow.js';

/** What is in force for whom somebody asks. */
@Injectable()
export class Spenders {
  constructor(
    private readonly directory: DatabaseDirectory,
    private readonly editor: SettingsEditor,
    private readonly database: Database,
  ) {}

  /** @throws unavailable while this replica has not read it yet */
  organisation(actor: Actor): Organisation {
    const organisation = this.directory.organisation(actor.organisationId);
    if (!organisation) throw problem('unavailable');
    return organisation;
  }

  /** A workload that the actor sees. @throws invalid by `workload_id` */
  async workload(actor: Actor, id: string): Promise<Workload> {
    const stored = await this.editor.read(this.database, actor.organisationId);
    const found = stored.find((one) => one.kind === 'workload' && one.id === id);
    const isOwn = reachIn(actor, 'workload:read') === 'own';
    if (found && (!isOwn || found.ownerId === actor.memberId)) {
      const workload = await this.directory.findOrRefresh(() =>
        this.directory.workloadOf(actor.organisationId, id as WorkloadId),
      );
      if (workload) return workload;
    }
    throw problem('invalid', {
      errors: [{ path: 'workload_id', message: 'there is no such workload' }],
    });
  }
}
