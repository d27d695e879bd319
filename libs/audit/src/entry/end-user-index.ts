import { Injectable } from '@nestjs/common';
import { Entropy, failed, HmacSha256, type OrganisationId } from '#kernel';
import { Database, InstanceSecrets, type Statement } from '#platform';

const KEY_BYTES = 32;

const MAKE_KEY: Statement = {
  name: 'end-user-make-key',
  text: 'INSERT INTO end_user_key (org_id, key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
};

const FIND_KEY: Statement = {
  name: 'end-user-find-key',
  text: 'SELECT key FROM end_user_key WHERE org_id = $1',
};

/**
 * By what the calls of one person are found again. The key is of the organisation, and made of two parts: one
 * lies in the database and can be deleted there, the other comes from the master key, so that neither a copy
 * of the database nor the master key alone lets anybody try ids.
 */
@Injectable()
export class EndUserIndex {
  /** 32 bytes for each organisation whose callers name whom they ask for. */
  private readonly known = new Map<OrganisationId, HmacSha256>();
  private readonly master: HmacSha256;

  constructor(
    private readonly database: Database,
    secrets: InstanceSecrets,
    private readonly entropy: Entropy,
  ) {
    this.master = new HmacSha256(secrets.derive('audit/end-user'));
  }

  /** 32 bytes; at once but for the first of an organisation. @throws metering_unavailable */
  valueOf(organisationId: OrganisationId, endUser: string): Buffer | Promise<Buffer> {
    const known = this.known.get(organisationId);
    if (known) return known.digest(endUser);
    return this.open(organisationId).then((key) => key.digest(endUser));
  }

  private async open(organisationId: OrganisationId): Promise<HmacSha256> {
    const part = await this.keyOf(organisationId).catch((fault: unknown) => {
      throw failed('metering_unavailable', { cause: fault });
    });
    const key = new HmacSha256(this.master.digest(part));
    this.known.set(organisationId, key);
    return key;
  }

  private async keyOf(organisationId: OrganisationId): Promise<Buffer> {
    const find = () => this.database.query<{ key: Buffer }>(FIND_KEY, [organisationId]);
    const [kept] = await find();
    if (kept) return kept.key;
    await this.database.query(MAKE_KEY, [organisationId, this.entropy.bytes(KEY_BYTES)]);
    const [made] = await find(); // Of whichever replica was first.
    if (!made) throw new Error('The key of the index of end users was not kept.');
    return made.key;
  }
}
