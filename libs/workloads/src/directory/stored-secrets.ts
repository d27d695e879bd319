import { Injectable } from '@nestjs/common';
import { HmacSha256, Ids, type OrganisationId } from '#kernel';
import { InstanceSecrets, Vault, type Queries, type Statement, type Tx } from '#platform';

const PURPOSE = 'provider/secret';
const FINGERPRINT_CHARS = 12; // Tells those of an organisation apart, and nothing else.
const SHOWN_CHARS = 4;
const SHOWN_OF_MIN = 16; // Four characters of a shorter one would say too much of it.

/** What people may know of a secret that was typed in. */
export interface SecretMark {
  readonly id: string;
  /** Empty where the secret is too short, or no word. */
  readonly last4: string;
  readonly fingerprint: string;
  readonly createdAt: Date;
}

const INSERT: Statement = {
  name: 'stored-secret-insert',
  text: `INSERT INTO provider_secret (id, org_id, sealed, last4, fingerprint, created_by)
    VALUES ($1, $2, $3, $4, $5, $6)`,
};
const LIST: Statement = {
  name: 'stored-secret-list',
  text: `SELECT id, last4, fingerprint, created_at AS "createdAt" FROM provider_secret
    WHERE org_id = $1 ORDER BY id`,
};
const DROP_UNUSED: Statement = {
  name: 'stored-secret-drop-unused',
  text: `DELETE FROM provider_secret s WHERE s.org_id = $1
    AND NOT EXISTS (SELECT FROM provider p WHERE p.org_id = $1
      AND p.settings #>> '{secret,stored}' = s.id::text)
    AND NOT EXISTS (SELECT FROM organisation o WHERE o.id = $1
      AND jsonb_path_exists(o.settings, '$.alerts.webhooks[*].secret.stored ? (@ == $id)',
        jsonb_build_object('id', s.id::text)))`,
};

/** Secrets that were typed into the Console: sealed for their organisation, and never shown again. */
@Injectable()
export class StoredSecrets {
  private readonly hmac: HmacSha256;

  constructor(
    private readonly vault: Vault,
    private readonly ids: Ids,
    secrets: InstanceSecrets,
  ) {
    this.hmac = new HmacSha256(secrets.derive('secrets/fingerprint'));
  }

  /** @returns what settings name it by, as `{stored: id}` */
  async add(
    tx: Tx,
    organisation: OrganisationId,
    value: string,
    createdBy: string | null,
  ): Promise<string> {
    const id = this.ids.id();
    const sealed = this.vault.seal(PURPOSE, ownerOf(organisation, id), value);
    const values = [id, organisation, sealed, last4Of(value), this.fingerprintOf(value), createdBy];
    await tx.query(INSERT, values);
    return id;
  }

  list(queries: Queries, organisation: OrganisationId): Promise<SecretMark[]> {
    return queries.query(LIST, [organisation]);
  }

  /** Those that no settings name any more. After the change, in its transaction. */
  async dropUnused(tx: Tx, organisation: OrganisationId): Promise<void> {
    await tx.query(DROP_UNUSED, [organisation]);
  }

  /** Undefined where it was sealed under another master key, or for somebody else. */
  open(organisation: OrganisationId, id: string, sealed: Buffer): string | undefined {
    try {
      return this.vault.open(PURPOSE, ownerOf(organisation, id), sealed);
    } catch {
      return undefined; // As a variable that is not set: the provider has no key then.
    }
  }

  private fingerprintOf(value: string): string {
    return this.hmac.digest(value).toString('hex').slice(0, FINGERPRINT_CHARS);
  }
}

const ownerOf = (organisation: OrganisationId, id: string): string => `${organisation} ${id}`;

const last4Of = (value: string): string =>
  value.length >= SHOWN_OF_MIN && /^\S+$/.test(value) ? value.slice(-SHOWN_CHARS) : '';
