import { Injectable } from '@nestjs/common';
import { problem } from '#kernel';
import type { Actor } from '#members';
import { SettingsEditor } from '#operations';
import { Database, type Tx } from '#platform';
import type { SecretMark, StoredSetting } from '#workloads';
import { AdminLog } from '../http/admin-log.js';
import { mergePatch } from '../http/merge-patch.js';
import { fingerprinted, IncomingSecrets } from './incoming-secrets.js';

type Kind = 'organisation' | 'provider' | 'alias' | 'workload';

/** A thing as it is stored, and what may be shown of the secrets that there are. */
export interface Shown {
  readonly stored: StoredSetting;
  readonly marks: ReadonlyMap<string, SecretMark>;
}

export interface SettingChange<View> {
  readonly id: string;
  readonly version: number;
  /** A merge patch (RFC 7396). A secret is replaced as a whole. */
  readonly patch: object;
  readonly view: (shown: Shown) => View;
  /** What must hold beside the settings being right; `before` is null of something new. */
  readonly expect?: Expect;
}

type Expect = (before: object | null, after: object) => void;

/** Things of the settings as people change them: on record, secrets sealed, in force when it resolves. */
@Injectable()
export class SettingsDesk {
  constructor(
    private readonly editor: SettingsEditor,
    private readonly secrets: IncomingSecrets,
    private readonly log: AdminLog,
    private readonly database: Database,
  ) {}

  async list(actor: Actor, kind: Kind): Promise<readonly Shown[]> {
    const marks = await this.secrets.marks(this.database, actor);
    const all = await this.editor.read(this.database, actor.organisationId);
    return all.filter((one) => one.kind === kind).map((stored) => ({ stored, marks }));
  }

  /** @throws not_found */
  async find(actor: Actor, kind: Kind, id: string): Promise<Shown> {
    const found = (await this.list(actor, kind)).find(({ stored }) => stored.id === id);
    if (!found) throw problem('not_found');
    return found;
  }

  /** @throws invalid, name_taken, and as `IncomingSecrets` does */
  async create<View>(
    actor: Actor,
    kind: Exclude<Kind, 'organisation'>,
    wanted: object,
    view: (shown: Shown) => View,
    expect?: Expect,
  ): Promise<View> {
    const made = await this.log.change(actor, `${kind}.create`, async (_manager, tx) => {
      const { organisationId, memberId } = actor;
      const sealed = await this.secrets.seal(tx, actor, wanted, { before: null });
      const stored = await this.editor.create(tx, organisationId, kind, sealed, memberId);
      expect?.(null, stored.settings);
      const marks = await this.secrets.marks(tx, actor);
      const answer = view({ stored, marks });
      return {
        ...aboutOf(stored),
        result: answer,
        answer,
        after: fingerprinted(stored.settings, marks),
      };
    });
    await this.editor.putIntoForce();
    return made;
  }

  /** @throws not_found, managed_by_file, version_changed, invalid, name_taken, and as `IncomingSecrets` does */
  async update<View>(actor: Actor, kind: Kind, change: SettingChange<View>): Promise<View> {
    const { id, version, patch, view, expect } = change;
    const changed = await this.log.change(actor, `${kind}.update`, async (_manager, tx) => {
      const marksBefore = await this.secrets.marks(tx, actor);
      const sealed = await this.secrets.seal(tx, actor, patch, {
        before: await this.before(tx, actor, kind, id),
      });
      const { before, after } = await this.editor.update(
        tx,
        actor.organisationId,
        { kind, id },
        (settings) => patched(settings, sealed),
        version,
      );
      expect?.(before.settings, after.settings);
      const marks = await this.secrets.marks(tx, actor);
      await this.secrets.forgetUnused(tx, actor);
      return {
        ...aboutOf(after),
        result: view({ stored: after, marks }),
        before: fingerprinted(before.settings, marksBefore),
        after: fingerprinted(after.settings, marks),
      };
    });
    await this.editor.putIntoForce();
    return changed;
  }

  /** @throws not_found, managed_by_file, in_use */
  async remove(actor: Actor, kind: Exclude<Kind, 'organisation'>, id: string): Promise<void> {
    await this.log.change(actor, `${kind}.delete`, async (_manager, tx) => {
      const marks = await this.secrets.marks(tx, actor);
      const gone = await this.editor.remove(tx, actor.organisationId, { kind, id });
      await this.secrets.forgetUnused(tx, actor);
      return { ...aboutOf(gone), result: null, before: fingerprinted(gone.settings, marks) };
    });
    await this.editor.putIntoForce();
  }

  private async before(tx: Tx, actor: Actor, kind: Kind, id: string): Promise<object | undefined> {
    const all = await this.editor.read(tx, actor.organisationId);
    return all.find((one) => one.kind === kind && one.id === id)?.settings;
  }
}

const aboutOf = ({ kind, id }: StoredSetting) => ({
  target: `${kind} ${id}`,
  workloadId: kind === 'workload' ? id : null,
});

/** A secret has one source: it is not merged with the one before. */
function patched(settings: object, patch: object): object {
  const { secret, ...rest } = patch as { readonly secret?: unknown };
  const { secret: before, ...merged } = mergePatch(settings, rest) as { readonly secret?: unknown };
  const wanted = secret === undefined ? before : secret;
  return { ...merged, ...(wanted !== null && wanted !== undefined && { secret: wanted }) };
}
