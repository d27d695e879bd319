import type { Entropy, OrganisationId } from '#kernel';
import type { Vault } from '#platform';

const KEY_BYTES = 32;

/** What a key of an organisation is for: one that was sealed for something else does not open. */
type KeyPurpose = 'content-key' | 'cache-key';

/** A new key of 32 bytes, as the database keeps it. */
export const sealNewKey = (
  vault: Vault,
  entropy: Entropy,
  purpose: KeyPurpose,
  organisationId: OrganisationId,
): Buffer => vault.seal(purpose, organisationId, entropy.bytes(KEY_BYTES).toString('base64'));

/** @throws where it was changed, is another organisation's, or was sealed by another master key */
export const openKey = (
  vault: Vault,
  purpose: KeyPurpose,
  organisationId: OrganisationId,
  sealed: Buffer,
): Buffer => Buffer.from(vault.open(purpose, organisationId, sealed), 'base64');
