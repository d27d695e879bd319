import { Injectable } from '@nestjs/common';
import { Directory, type MemberPrincipal } from '#call';
import { Problem, problem, type WorkloadId } from '#kernel';
import type { Actor } from '#members';
import { SettingsEditor } from '#operations';
import { Database } from '#platform';
import type { StoredSetting } from '#workloads';
import { AdminLog } from '../http/admin-log.js';
import { PLAYGROUND_NAME } from './playground-path.js';
import { reachIn } from '../http/allow.js';

/** Everybody's, made when it is used first; its budget keeps trying things out from costing much. */
const SHARED = {
  name: PLAYGROUND_NAME,
  rpm: 60,
  budget: { amount: '5.00', period: 'monthly' },
} as const;

/** On whose workload somebody tries things out. */
@Injectable()
export class PlaygroundWorkload {
  constructor(
    private readonly directory: Directory,
    private readonly editor: SettingsEditor,
    private readonly log: AdminLog,
    private readonly database: Database,
  ) {}

  /**
   * @param wanted id; undefined is everybody's
   * @throws not_found, permission_missing for a token that nobody made
   */
  async principalOf(actor: Actor, wanted: string | undefined): Promise<MemberPrincipal> {
    const { memberId, organisationId } = actor;
    if (memberId === null) {
      throw problem('permission_missing', { detail: 'The playground is for people.' });
    }
    const stored = await this.stored(actor);
    const own = (one: StoredSetting) =>
      reachIn(actor, 'playground:use') === 'all' ||
      one.name === SHARED.name ||
      one.ownerId === memberId;
    const id =
      wanted === undefined
        ? (stored.find(({ name }) => name === SHARED.name)?.id ?? (await this.make(actor)))
        : stored.find((one) => one.id === wanted && own(one))?.id;
    const workload = id === undefined ? undefined : this.directory.workload(id as WorkloadId);
    const organisation = this.directory.organisation(organisationId);
    if (!workload || !organisation) throw problem('not_found');
    return { kind: 'member', memberId, workload, organisation };
  }

  private async stored({ organisationId }: Actor): Promise<readonly StoredSetting[]> {
    const all = await this.editor.read(this.database, organisationId);
    return all.filter(({ kind }) => kind === 'workload');
  }

  private async make(actor: Actor): Promise<string | undefined> {
    try {
      await this.log.change(actor, 'workload.create', async (_manager, tx) => {
        const made = await this.editor.create(tx, actor.organisationId, 'workload', { ...SHARED });
        const { id, settings } = made;
        return { result: null, target: `workload ${id}`, workloadId: id, after: settings };
      });
    } catch (fault) {
      // Somebody else was faster.
      if (!(fault instanceof Problem && fault.key === 'name_taken')) throw fault;
    }
    await this.editor.putIntoForce();
    return (await this.stored(actor)).find(({ name }) => name === SHARED.name)?.id;
  }
}
