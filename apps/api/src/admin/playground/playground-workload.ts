import { Injectable } from '@nestjs/common';
import type { MemberPrincipal, Workload } from '#call';
import { Problem, problem, type WorkloadId } from '#kernel';
import type { Actor } from '#members';
import { SettingsEditor } from '#operations';
import { Database } from '#platform';
import type { ListedFor } from '#routing';
import { DatabaseDirectory, type StoredSetting } from '#workloads';
import { AdminLog } from '../http/admin-log.js';
import { PLAYGROUND_NAME } from './playground-path.js';
import { reachIn } from '../http/allow.js';

/** Everybody's, made when it is used first; its budget keeps trying things out from costing much. */
const SHARED = {
  name: PLAYGROUND_NAME,
  rpm: 60,
  budget: { amount: '5.00', period: 'monthly' },
} as const;

/** As it is made: it names no models of its own. */
const UNLIMITED: ListedFor['workload'] = {
  aliases: new Map(),
  allowedModels: [],
  residencyExceptions: [],
};

/** @throws permission_missing for a token that nobody made */
function personOf({ memberId }: Actor): string {
  if (memberId !== null) return memberId;
  throw problem('permission_missing', { detail: 'The playground is for people.' });
}

/** On whose workload somebody tries things out. */
@Injectable()
export class PlaygroundWorkload {
  constructor(
    private readonly directory: DatabaseDirectory,
    private readonly editor: SettingsEditor,
    private readonly log: AdminLog,
    private readonly database: Database,
  ) {}

  /**
   * @param wanted id; undefined is everybody's
   * @throws not_found, permission_missing for a token that nobody made
   */
  async principalOf(actor: Actor, wanted: string | undefined): Promise<MemberPrincipal> {
    const memberId = personOf(actor);
    const found = await this.idOf(actor, wanted);
    const id = found ?? (wanted === undefined ? await this.make(actor) : undefined);
    const workload = await this.inForce(id);
    const organisation = this.directory.organisation(actor.organisationId);
    if (!workload || !organisation) throw problem('not_found');
    return { kind: 'member', memberId, workload, organisation };
  }

  /** Whose models and names count there; nothing is made for who only looks. @throws as `principalOf` */
  async listedFor(actor: Actor, wanted: string | undefined): Promise<ListedFor> {
    personOf(actor);
    const organisation = this.directory.organisation(actor.organisationId);
    const workload = await this.inForce(await this.idOf(actor, wanted));
    if (!organisation || (!workload && wanted !== undefined)) throw problem('not_found');
    return { organisation, workload: workload ?? UNLIMITED };
  }

  private async inForce(id: string | undefined): Promise<Workload | undefined> {
    if (id === undefined) return undefined;
    return this.directory.findOrRefresh(() => this.directory.workload(id as WorkloadId));
  }

  private async idOf(actor: Actor, wanted: string | undefined): Promise<string | undefined> {
    const stored = await this.stored(actor);
    const own = (one: StoredSetting) =>
      reachIn(actor, 'playground:use') === 'all' ||
      one.name === SHARED.name ||
      one.ownerId === actor.memberId;
    return wanted === undefined
      ? stored.find(({ name }) => name === SHARED.name)?.id
      : stored.find((one) => one.id === wanted && own(one))?.id;
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
