import { Injectable } from '@nestjs/common';
import { endpointOf, type Provider } from '#call';
import { Cancellation, Clock, type OrganisationId } from '#kernel';
import { EndpointOpener } from './endpoint-opener.js';
import type { RequestHead } from './family-adapter.js';
import { FamilyTable } from './family-table.js';
import { HttpClient } from './http/http-client.js';
import type { HttpExchange } from './http/http-exchange.js';
import { transportOf } from './http/transport-error.js';
import { TokenFailure } from '#platform';
import { USER_AGENT } from './user-agent.js';

const TEST_MS_MAX = 10_000; // Somebody waits at the Console.
const BYTES_MAX = 4 * 1_024 * 1_024; // Lists of models are some 100 KB.
const SEEN_MAX = 200;

/** What was found out about a provider, and what could not be. Quotes nothing that it said. */
export interface ProviderReport {
  readonly isReachable: boolean;
  /** Null where it did not show. */
  readonly isAuthenticated: boolean | null;
  readonly status: number | null;
  /** Until the head of its answer. */
  readonly latencyMs: number | null;
  /** How many it lists; null where it lists none here. */
  readonly modelCount: number | null;
  /** The first of them, by id. */
  readonly models: readonly string[];
  /** Of the settings, that it does not list. */
  readonly missing: readonly string[];
  /** A word: `dns`, `connect`, `tls`, `reset`, `timeout`, `credential_missing`, `status`, `body`. */
  readonly fault: string | null;
  readonly notChecked: readonly ('reachability' | 'authentication' | 'models')[];
}

const NOTHING: ProviderReport = {
  isReachable: false,
  isAuthenticated: null,
  status: null,
  latencyMs: null,
  modelCount: null,
  models: [],
  missing: [],
  fault: null,
  notChecked: ['authentication', 'models'],
};

/** Asks a provider, as it is in force, for the list of its models: nothing is generated, nothing costs. */
@Injectable()
export class ProviderTest {
  constructor(
    private readonly families: FamilyTable,
    private readonly opener: EndpointOpener,
    private readonly http: HttpClient,
    private readonly clock: Clock,
  ) {}

  /** Failing is data. Bounded by ten seconds. */
  async run(organisation: OrganisationId, provider: Provider): Promise<ProviderReport> {
    const cancellation = new Cancellation();
    const alarm = this.clock.after(TEST_MS_MAX, () => cancellation.cancel(new Error('timeout')));
    try {
      return await this.ask(organisation, provider, cancellation);
    } catch (fault) {
      const word = cancellation.isCancelled ? 'timeout' : transportOf(fault);
      return { ...NOTHING, fault: word };
    } finally {
      alarm.cancel();
    }
  }

  private async ask(
    organisation: OrganisationId,
    provider: Provider,
    cancellation: Cancellation,
  ): Promise<ProviderReport> {
    const { models, exchange } = this.families.get(provider.family);
    const endpoint = endpointOf(provider, null);
    const secret = await this.opener.open(organisation, endpoint, cancellation);
    if (secret instanceof TokenFailure) {
      const { isRefused, reason } = secret;
      const notChecked = ['reachability', 'models'] as const;
      return { ...NOTHING, isAuthenticated: isRefused ? false : null, fault: reason, notChecked };
    }
    const startedMs = this.clock.monotonicMs();
    const head = models?.({ endpoint, secret }) ?? frontDoor(provider);
    const answer = await this.http.send({ ...head, body: null }, cancellation);
    const latencyMs = Math.round(this.clock.monotonicMs() - startedMs);
    const found = { ...NOTHING, isReachable: true, status: answer.status, latencyMs };
    if (!models) {
      answer.abort(new Error('only its head is of use'));
      // A secret that was exchanged for a token is one that is taken.
      const isAuthenticated = exchange ? true : null;
      const notChecked = exchange ? (['models'] as const) : NOTHING.notChecked;
      return { ...found, isAuthenticated, notChecked };
    }
    return { ...found, ...(await listed(answer, provider, secret !== undefined)) };
  }
}

async function listed(
  answer: HttpExchange,
  provider: Provider,
  hasSecret: boolean,
): Promise<Partial<ProviderReport>> {
  const { status } = answer;
  if (status !== 200) {
    answer.abort(new Error('only its status is of use'));
    if (status === 401 || status === 403) {
      const fault = hasSecret ? 'status' : 'credential_missing';
      return { isAuthenticated: false, fault, notChecked: ['models'] };
    }
    // Some hosts serve models and list none.
    return { fault: status === 404 || status === 405 ? null : 'status' };
  }
  const ids = idsIn(await textOf(answer));
  if (!ids) return { fault: 'body' };
  const all = new Set(ids);
  return {
    isAuthenticated: hasSecret ? true : null,
    modelCount: all.size,
    models: ids.slice(0, SEEN_MAX),
    missing: [...provider.models.keys()].filter((id) => !all.has(id)).slice(0, SEEN_MAX),
    notChecked: hasSecret ? [] : ['authentication'],
  };
}

/** As OpenAI, Anthropic and Mistral write it, as Gemini does, and as Cohere does; undefined for what is no list. */
function idsIn(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  try {
    const { data, models } = JSON.parse(text) as { data?: unknown; models?: unknown };
    const list: unknown = data ?? models;
    if (!Array.isArray(list)) return undefined;
    return list.flatMap((one: { id?: unknown; name?: unknown } | null) => {
      const id = one?.id ?? one?.name;
      return typeof id === 'string' ? [id.replace(/^models\//, '').slice(0, 200)] : [];
    });
  } catch {
    return undefined;
  }
}

/** Undefined beyond the bound. */
async function textOf(answer: HttpExchange): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) return undefined;
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Any answer shows that somebody is there. */
function frontDoor({ baseUrl }: Provider): RequestHead {
  const { origin, pathname } = new URL(baseUrl);
  return {
    origin,
    path: pathname,
    method: 'GET',
    headers: { 'user-agent': USER_AGENT },
    secret: undefined,
  };
}
