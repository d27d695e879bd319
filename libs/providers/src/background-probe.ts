import { Injectable } from '@nestjs/common';
import { endpointOf, type BackgroundReport, type Endpoint, type Provider } from '#call';
import {
  Cancellation,
  Clock,
  parseAnswer,
  runInSlices,
  type OrganisationId,
  type Secret,
} from '#kernel';
import { readStoredAnswer } from '#wire';
import { EndpointOpener } from './endpoint-opener.js';
import { HttpClient } from './http/http-client.js';
import type { HttpExchange } from './http/http-exchange.js';
import { transportOf } from './http/transport-error.js';
import { TokenFailure } from './oauth/token-failure.js';
import { addressOf } from './openai-family/endpoint.js';
import { USER_AGENT } from './user-agent.js';

const ASK_MS_MAX = 8_000; // What is there is read within a second; a process that ends waits so long.
const BYTES_MAX = 32 * 1_024 * 1_024; // Far beyond what a model says, with its reasoning and its pictures.

/** Asks a provider how an answer is doing that it goes on with when the call has ended. */
@Injectable()
export class BackgroundProbe {
  constructor(
    private readonly opener: EndpointOpener,
    private readonly http: HttpClient,
    private readonly clock: Clock,
  ) {}

  /** Failing is data. Only of providers that speak the Responses format. */
  async ask(
    organisation: OrganisationId,
    provider: Provider,
    objectId: string,
  ): Promise<BackgroundReport> {
    const endpoint = endpointOf(provider, null);
    const cancellation = new Cancellation();
    const alarm = this.clock.after(ASK_MS_MAX, () => cancellation.cancel(new Error('timeout')));
    try {
      const secret = await this.opener.open(organisation, endpoint, cancellation);
      if (secret instanceof TokenFailure) return untold(secret.reason);
      if (!secret && endpoint.credentialId !== null) {
        return { ...untold('its secret is not known here'), isKeyless: true };
      }
      const exchange = await this.http.send(requestFor(endpoint, secret, objectId), cancellation);
      return await this.read(exchange, cancellation);
    } catch (fault) {
      return untold(cancellation.isCancelled ? 'timeout' : transportOf(fault));
    } finally {
      alarm.cancel();
    }
  }

  private async read(
    exchange: HttpExchange,
    cancellation: Cancellation,
  ): Promise<BackgroundReport> {
    const chunks = await chunksOf(exchange);
    if (exchange.status === 404) return { kind: 'unknown' };
    if (exchange.status !== 200) return untold(`status ${exchange.status}`);
    if (!chunks) return untold('an answer that is too long');
    try {
      const document = await runInSlices(parseAnswer(chunks), cancellation);
      const { status, ...told } = readStoredAnswer(document);
      if (status === null) return untold('a status that is not known');
      return status === 'open' ? { kind: 'open' } : { kind: 'ended', end: { status, ...told } };
    } catch {
      return untold('an answer that is not JSON');
    }
  }
}

function requestFor(endpoint: Endpoint, secret: Secret | undefined, objectId: string) {
  const address = addressOf(endpoint, secret, ['v1', 'responses', objectId], []);
  const { origin, path } = address;
  const headers = { 'user-agent': USER_AGENT, ...address.headers };
  return { origin, path, method: 'GET', headers, body: null, secret };
}

/** Undefined beyond the bound. */
async function chunksOf(exchange: HttpExchange): Promise<readonly Buffer[] | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of exchange) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) return undefined;
    chunks.push(Buffer.from(chunk));
  }
  return chunks;
}

const untold = (why: string) => ({ kind: 'untold', why, isKeyless: false }) as const;
