import { Injectable } from '@nestjs/common';
import type { Endpoint } from '#call';
import { Clock, type Cancellation, type OrganisationId } from '#kernel';
import type { Protocol, ProviderError } from '#wire';
import type { HttpRequest } from '../http/http-client.js';
import { namedField } from './named-field.js';
import { mayBeLeftOut, refusedMembers } from './refused-member.js';
import { parsed } from './without-fields.js';

const MODELS_MAX = 10_000; // That refused something; those of settings long gone leave first.
/**
 * How long something is left out. What a provider refused for a reason of that one call, or takes since, is asked
 * again after it; where it is still refused that is one request more in an hour.
 */
const FORGET_MS = 3_600_000;
const NOTHING: readonly string[] = [];

/** What a provider said to a request. */
export interface Refusal {
  readonly error: ProviderError;
  /** The format of the request. */
  readonly protocol: Protocol;
  /** Paths that it went without. */
  readonly fields: readonly string[];
  /** Writes again what was sent, which nobody held; asked only where an error names what may be left out. */
  readonly sent: () => Promise<HttpRequest['body']>;
}

/** What models of this process's providers refused by name, and do well without. */
@Injectable()
export class Repairs {
  /** Paths by model, with the time until which they are left out. */
  private readonly known = new Map<string, Map<string, number>>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** Paths that requests to the endpoint go without. */
  fieldsOf(organisation: OrganisationId, endpoint: Endpoint): readonly string[] {
    if (this.known.size === 0) return NOTHING;
    const key = keyOf(organisation, endpoint);
    const paths = this.known.get(key);
    if (!paths) return NOTHING;
    const nowMs = this.clock.monotonicMs();
    for (const [path, untilMs] of paths) if (untilMs <= nowMs) paths.delete(path);
    if (paths.size === 0) this.known.delete(key);
    return [...paths.keys()];
  }

  /** @returns true where a refusal names what was sent and can be left out */
  async learn(
    organisation: OrganisationId,
    endpoint: Endpoint,
    refusal: Refusal,
    cancellation: Cancellation,
  ): Promise<boolean> {
    const { error, protocol, fields, sent } = refusal;
    const named = namedField(error);
    if (named === undefined || !mayBeLeftOut(protocol, named)) return false;
    const body = await sent();
    if (typeof body !== 'string') return false;
    const { root } = await parsed(body, cancellation);
    const members = refusedMembers(protocol, root, named);
    const learnt = members.filter((path) => !fields.includes(path));
    if (learnt.length > 0) this.remember(keyOf(organisation, endpoint), endpoint, learnt);
    return learnt.length > 0;
  }

  private remember(key: string, { provider }: Endpoint, learnt: readonly string[]): void {
    const paths = this.known.get(key) ?? new Map<string, number>();
    // A call beside this one may have been refused the same.
    for (const path of learnt.filter((one) => !paths.has(one))) {
      paths.set(path, this.clock.monotonicMs() + FORGET_MS);
      this.count(provider.name, path);
    }
    this.known.set(key, paths);
    const oldest = this.known.size > MODELS_MAX ? this.known.keys().next().value : undefined;
    if (oldest !== undefined) this.known.delete(oldest);
  }

  /** How often each member was found to be refused, by provider. */
  found(): { readonly provider: string; readonly field: string; readonly count: number }[] {
    return [...this.counts].map(([key, count]) => {
      const [provider = '', field = ''] = key.split(' ');
      return { provider, field, count };
    });
  }

  private count(provider: string, field: string): void {
    const key = `${provider} ${field}`;
    if (!this.counts.has(key) && this.counts.size >= MODELS_MAX) return;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}

/** The same model at another address or by another version is asked anew. */
const keyOf = (organisation: OrganisationId, { provider, model }: Endpoint): string =>
  `${organisation} ${provider.name} ${provider.family} ${provider.baseUrl} ${provider.apiVersion} ${model?.id}`;
