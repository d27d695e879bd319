import { Injectable } from '@nestjs/common';
import { endpointOf, type Endpoint, type Provider } from '#call';
import type { Cancellation, OrganisationId, Secret } from '#kernel';
import { EndpointOpener } from './endpoint-opener.js';
import { HttpClient } from './http/http-client.js';
import type { HttpExchange } from './http/http-exchange.js';
import { TokenFailure } from '#platform';
import { addressOf } from './openai-family/endpoint.js';
import { USER_AGENT } from './user-agent.js';

/** Why a provider could not be asked; `isKeyless`: for want of a secret, which another process may have. */
export class Unopened {
  constructor(
    readonly why: string,
    readonly isKeyless = false,
  ) {}
}

/** Reads what a provider keeps, for the gateway itself. Only of providers that have OpenAI's paths. */
@Injectable()
export class ProviderReads {
  constructor(
    private readonly opener: EndpointOpener,
    private readonly http: HttpClient,
  ) {}

  /** @param segments of the path, decoded. Rejects as `HttpClient.send` does. */
  async get(
    organisation: OrganisationId,
    provider: Provider,
    segments: readonly string[],
    cancellation: Cancellation,
  ): Promise<HttpExchange | Unopened> {
    const endpoint = endpointOf(provider, null);
    const secret = await this.opener.open(organisation, endpoint, cancellation);
    if (secret instanceof TokenFailure) return new Unopened(secret.reason);
    if (!secret && endpoint.credentialId !== null) {
      return new Unopened('its secret is not known here', true);
    }
    return this.http.send(requestFor(endpoint, secret, segments), cancellation);
  }
}

function requestFor(endpoint: Endpoint, secret: Secret | undefined, segments: readonly string[]) {
  const address = addressOf(endpoint, secret, segments, []);
  const { origin, path } = address;
  const headers = { 'user-agent': USER_AGENT, ...address.headers };
  return { origin, path, method: 'GET', headers, body: null, secret };
}
