import { Injectable } from '@nestjs/common';
import type { Endpoint } from '#call';
import type { OrganisationId } from '#kernel';
import type { Protocol, ProviderError } from '#wire';
import { DROPPABLE } from './droppable.js';
import { namedField } from './named-field.js';

const MODELS_MAX = 10_000; // That refused something; those of settings long gone leave first.
const NOTHING: readonly string[] = [];

/** What a provider said to a request. */
export interface Refusal {
  readonly error: ProviderError;
  /** The format of the request. */
  readonly protocol: Protocol;
  /** Paths that it went without. */
  readonly fields: readonly string[];
}

/** What models of this process's providers refused by name, and do well without. */
@Injectable()
export class Repairs {
  private readonly known = new Map<string, readonly string[]>();
  private readonly counts = new Map<string, number>();

  /** Paths that requests to the endpoint go without. */
  fieldsOf(organisation: OrganisationId, endpoint: Endpoint): readonly string[] {
    return this.known.size === 0
      ? NOTHING
      : (this.known.get(keyOf(organisation, endpoint)) ?? NOTHING);
  }

  /** @returns true where a refusal names what can be left out, and was not left out of what was sent */
  learn(organisation: OrganisationId, endpoint: Endpoint, refusal: Refusal): boolean {
    const { error, protocol, fields } = refusal;
    const named = namedField(error);
    if (named === undefined) return false;
    const learnt = pathsNamed(protocol, named).filter((path) => !fields.includes(path));
    if (learnt.length > 0) this.remember(keyOf(organisation, endpoint), endpoint, learnt);
    return learnt.length > 0;
  }

  private remember(key: string, { provider }: Endpoint, learnt: readonly string[]): void {
    const before = this.known.get(key) ?? NOTHING;
    // A call beside this one may have been refused the same.
    const unknown = learnt.filter((path) => !before.includes(path));
    if (unknown.length === 0) return;
    this.known.set(key, [...before, ...unknown]);
    const oldest = this.known.size > MODELS_MAX ? this.known.keys().next().value : undefined;
    if (oldest !== undefined) this.known.delete(oldest);
    for (const path of unknown) this.count(provider.name, path);
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

/** Of members that may be left out. Some makers write names in another case than their format does. */
function pathsNamed(protocol: Protocol, named: string): string[] {
  const name = protocol === 'gemini' ? inCamelCase(named) : named;
  return (DROPPABLE[protocol] ?? []).flatMap(([path, ...names]) =>
    path === name || names.includes(name) ? [path] : [],
  );
}

const inCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
