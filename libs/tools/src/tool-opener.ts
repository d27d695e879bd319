import { Injectable } from '@nestjs/common';
import { Credentials, type Provider } from '#call';
import { assert, failed, type Cancellation, type OrganisationId, type Secret } from '#kernel';
import { TokenFailure } from '#platform';
import type { ToolCredential } from './tool-link.js';
import { ToolTokens } from './tool-tokens.js';

/** What opens a tool server: its secret, or an access token that the secret was exchanged for. */
@Injectable()
export class ToolOpener {
  constructor(
    private readonly credentials: Credentials,
    private readonly tokens: ToolTokens,
  ) {}

  /** @throws upstream_failed where no token is to be had, the reason of `ended` */
  async open(
    organisation: OrganisationId,
    provider: Provider,
    ended: Cancellation,
  ): Promise<ToolCredential | undefined> {
    const secret = this.secretOf(organisation, provider);
    const { oauth: client, tokenUrl, secretHeader: header } = provider;
    if (!client) return secret && { secret, header };
    assert(tokenUrl !== null, 'settings with oauth have a token_url');
    try {
      if (!secret) throw new TokenFailure(true, 'credential_missing');
      const token = await this.tokens.tokenFor({ secret, client, tokenUrl }, ended);
      return { secret: token, header: null };
    } catch (fault) {
      throw fault instanceof TokenFailure ? tokenless(provider.name, fault) : fault;
    }
  }

  /** The server did not take what opened it. @returns true where there may be another by now */
  refused(organisation: OrganisationId, provider: Provider, opened: ToolCredential): boolean {
    const secret = this.secretOf(organisation, provider);
    if (!provider.oauth || !secret) return false;
    this.tokens.drop(secret, opened.secret);
    return true;
  }

  private secretOf(
    organisation: OrganisationId,
    { credentialId }: Pick<Provider, 'credentialId'>,
  ): Secret | undefined {
    return credentialId === null
      ? undefined
      : this.credentials.secretOf(organisation, credentialId);
  }
}

const tokenless = (server: string, { isRefused, reason }: TokenFailure) =>
  failed('upstream_failed', {
    message: isRefused
      ? `The token endpoint of the tool server ${server} refused the gateway (${reason}). An administrator has to mend its oauth settings or replace its secret.`
      : `The token endpoint of the tool server ${server} gave no token (${reason}). Try again later.`,
    gw: { cause: isRefused ? 'credential' : 'token' },
  });
