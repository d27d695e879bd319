import { Injectable } from '@nestjs/common';
import { reachOf } from '#contract';
import type { TrialOf } from '#dlp';
import { problem } from '#kernel';
import type { Actor } from '#members';
import { SettingsEditor } from '#operations';
import { Database } from '#platform';
import { toProtection, type OrganisationDto } from '#workloads';
import { mergePatch } from '../http/merge-patch.js';
import { Spenders } from '../settings/spenders.js';
import type { ProtectionTestDto } from './protection.dto.js';

/** By which policy a text is tried. */
@Injectable()
export class TriedPolicies {
  constructor(
    private readonly spenders: Spenders,
    private readonly editor: SettingsEditor,
    private readonly database: Database,
  ) {}

  /** @throws permission_missing, invalid */
  async of(
    actor: Actor,
    { workload_id: id, protection }: Pick<ProtectionTestDto, 'workload_id' | 'protection'>,
  ): Promise<TrialOf> {
    const organisation = this.spenders.organisation(actor);
    if (protection !== undefined) {
      if (id !== undefined) {
        const message = 'a wanted policy is the organisation’s: leave workload_id out';
        throw problem('invalid', { errors: [{ path: 'protection', message }] });
      }
      return { organisation, workload: await this.wanted(actor, protection) };
    }
    if (id === undefined) return { organisation, workload: organisation };
    const workload = await this.spenders.workload(actor, id);
    return { organisation: this.spenders.organisation(actor), workload };
  }

  /** Checked as one that is stored: patterns that take too long are none. */
  private async wanted(actor: Actor, protection: object): Promise<TrialOf['workload']> {
    if (reachOf(actor.role, 'organisation:update') === undefined) {
      throw problem('permission_missing', {
        detail: 'Another policy is tried by who may change it: organisation:update.',
      });
    }
    const { organisationId: id } = actor;
    const { after } = await this.editor.check(
      this.database,
      id,
      { kind: 'organisation', id },
      (settings) => mergePatch(settings, { protection }) as object,
    );
    return { id, protection: toProtection((after as OrganisationDto).protection) };
  }
}
