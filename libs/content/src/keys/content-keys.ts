import { Injectable } from '@nestjs/common';
import { Entropy, type OrganisationId } from '#kernel';
import { Database, Vault, type Statement } from '#platform';
import { openKey, sealNewKey } from './organisation-key.js';

const PURPOSE = 'content-key';

const MAKE: Statement = {
  name: 'content-make-key',
  text: 'INSERT INTO content_key (org_id, data_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
};

const FIND: Statement = {
  name: 'content-find-key',
  text: 'SELECT data_key AS sealed FROM content_key WHERE org_id = $1',
};

/** The data key of each organisation, which the database has only as the master key has sealed it. */
@Injectable()
export class ContentKeys {
  /** 32 bytes for each organisation that keeps content. */
  private readonly known = new Map<OrganisationId, Buffer>();

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly entropy: Entropy,
  ) {}

  /** Made on first use. @throws where the database is away, or the key was sealed by another master key */
  async of(organisationId: OrganisationId): Promise<Buffer> {
    const known = this.known.get(organisationId);
    if (known) return known;
    const key = (await this.find(organisationId)) ?? (await this.make(organisationId));
    this.known.set(organisationId, key);
    return key;
  }

  private async make(organisationId: OrganisationId): Promise<Buffer> {
    const sealed = sealNewKey(this.vault, this.entropy, PURPOSE, organisationId);
    await this.database.query(MAKE, [organisationId, sealed]);
    const made = await this.find(organisationId); // Of whichever replica was first.
    if (!made) throw new Error('The data key of the organisation was not kept.');
    return made;
  }

  private async find(organisationId: OrganisationId): Promise<Buffer | undefined> {
    const [row] = await this.database.query<{ sealed: Buffer }>(FIND, [organisationId]);
    return row && openKey(this.vault, PURPOSE, organisationId, row.sealed);
  }
}
