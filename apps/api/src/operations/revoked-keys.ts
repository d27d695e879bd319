import { Injectable } from '@nestjs/common';
import { refuse, type OrganisationId } from '#kernel';
import { OpenCalls } from '#pipeline';
import { DatabaseDirectory, KeyRepository } from '#workloads';

/** Ends open calls along with their key, for workloads that want that. */
@Injectable()
export class RevokedKeys {
  constructor(
    directory: DatabaseDirectory,
    private readonly openCalls: OpenCalls,
    private readonly keys: KeyRepository,
  ) {
    directory.onEpoch((name, organisation) =>
      name === 'keys' ? this.cutCallsOf(organisation) : undefined,
    );
  }

  /** @throws when the database cannot be asked; the next poll tells of the change again */
  private async cutCallsOf(organisation: OrganisationId): Promise<void> {
    const open = this.openCalls.cutWithKey(organisation);
    if (open.size === 0) return;
    const message = 'The key was revoked while the answer came.';
    for (const id of await this.keys.findRevoked([...open.keys()])) {
      for (const call of open.get(id) ?? []) call.cancel(refuse('key_unknown', { message }));
    }
  }
}
