import type { OrganisationId, Secret } from '#kernel';

/** The secrets of providers. Asked by whoever dispatches, at the moment of sending. */
export abstract class Credentials {
  /** Undefined when the credential is gone, or its variable or file is empty. */
  abstract secretOf(organisation: OrganisationId, credentialId: string): Secret | undefined;
}
