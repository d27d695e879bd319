import { TOOL_FAMILY } from '#call';
import type { Secret } from '#kernel';
import * as families from './families.js';
import type { FamilyAdapter } from './family-adapter.js';
import { presetFamilies } from './openai-family/openai-family.js';

export const adapters: ReadonlyMap<string, FamilyAdapter> = new Map<string, FamilyAdapter>([
  ...Object.entries(families),
  ...Object.entries(presetFamilies),
]);

/** What a provider's `family` may be, and where its providers serve if the settings do not say. */
export const FAMILIES: ReadonlyMap<string, Pick<FamilyAdapter, 'baseUrl'>> = new Map([
  ...Array.from(adapters, ([name, { baseUrl }]) => [name, { baseUrl }] as const),
  // Served by a dispatcher of its own.
  [TOOL_FAMILY, { baseUrl: undefined }] as const,
]);

/** What is wrong with the secret of a provider of a family; undefined where nothing can be said. */
export const secretFaultOf = (family: string, secret: Secret): string | undefined =>
  adapters.get(family)?.exchange?.faultOf(secret);
