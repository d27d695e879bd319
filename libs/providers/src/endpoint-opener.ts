import { Injectable } from '@nestjs/common';
import { Credentials, type Endpoint } from '#call';
import type { Cancellation, OrganisationId, Secret } from '#kernel';
import { FamilyTable } from './family-table.js';
import { AccessTokens } from './oauth/access-tokens.js';
import { TokenFailure } from '#platform';

/** What opens an endpoint: its secret, or an access token that the secret was exchanged for. */
@Injectable()
export class EndpointOpener {
  constructor(
    private readonly families: FamilyTable,
    private readonly credentials: Credentials,
    private readonly tokens: AccessTokens,
  ) {}

  /** Failing is data. @throws the reason of the cancellation */
  async open(
    organisation: OrganisationId,
    endpoint: Endpoint,
    cancellation: Cancellation,
  ): Promise<Secret | TokenFailure | undefined> {
    const secret = this.secretOf(organisation, endpoint);
    const { exchange } = this.families.get(endpoint.provider.family);
    if (!exchange) return secret;
    if (!secret) return new TokenFailure(true, 'credential_missing');
    const tokenUrl = endpoint.provider.tokenUrl ?? exchange.tokenUrl;
    try {
      return await this.tokens.tokenFor({ secret, exchange, tokenUrl }, cancellation);
    } catch (fault) {
      if (fault instanceof TokenFailure) return fault;
      throw fault;
    }
  }

  /** The provider did not take what opened it. @returns true where there may be another by now */
  refused(organisation: OrganisationId, endpoint: Endpoint, opened: Secret | undefined): boolean {
    const { exchange } = this.families.get(endpoint.provider.family);
    const secret = this.secretOf(organisation, endpoint);
    if (!exchange || !secret || !opened) return false;
    this.tokens.drop(secret, opened);
    return true;
  }

  private secretOf(organisation: OrganisationId, { credentialId }: Endpoint): Secret | undefined {
    return credentialId === null
      ? undefined
      : this.credentials.secretOf(organisation, credentialId);
  }
}
