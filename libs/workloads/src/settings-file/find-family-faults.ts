import { didYouMean } from '#kernel';
import type { SettingsFile } from './settings-file.dto.js';

/** What people call a family that goes by another name here. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['amazon', 'bedrock'],
  ['aws', 'bedrock'],
  ['aws-bedrock', 'bedrock'],
  ['azure-ai', 'azure'],
  ['azure-openai', 'azure'],
  ['chatgpt', 'openai'],
  ['claude', 'anthropic'],
  ['compatible', 'custom'],
  ['google', 'gemini'],
  ['google-ai-studio', 'gemini'],
  ['gpt', 'openai'],
  ['grok', 'xai'],
  ['litellm', 'custom'],
  ['llama.cpp', 'custom'],
  ['lmstudio', 'custom'],
  ['openai-compatible', 'custom'],
  ['vertex', 'vertex-gemini or vertex-claude'],
  ['vertex-ai', 'vertex-gemini or vertex-claude'],
  ['vertex-anthropic', 'vertex-claude'],
]);

export interface FamilyFaults {
  readonly faults: readonly string[];
  /** Paths of what cannot be told before the family and its region are known. */
  readonly untold: ReadonlySet<string>;
}

/**
 * What a provider's family may be, by its name, and where its providers serve if the file does not say:
 * the providers know that.
 */
export type Families = ReadonlyMap<
  string,
  { readonly baseUrl?: string | ((region: string) => string) | undefined }
>;

/** Families that there are not: nothing is known yet of the file but that it is a mapping. */
export function findFamilyFaults({ providers }: SettingsFile, known: Families): FamilyFaults {
  const families = [...known.keys()];
  const entries: readonly unknown[] = Array.isArray(providers) ? providers : [];
  const named = entries.flatMap((entry, index) => {
    const { family, base_url: address } = (entry ?? {}) as { family?: unknown; base_url?: unknown };
    if (typeof family !== 'string' || family === '') return [];
    return [{ path: `providers[${index}]`, family, isWithout: address === undefined }];
  });
  const wrong = named.filter(({ family }) => !known.has(family));
  // Where the region is at fault the address that it would have given is not.
  const regional = named.filter(
    ({ family, isWithout }) => isWithout && typeof known.get(family)?.baseUrl === 'function',
  );
  return {
    faults: wrong.map(({ path, family }) => {
      const fault = `${family} is not served; there are ${families.join(', ')}`;
      return `${path}.family: ${fault}${hintOf(family, families)}`;
    }),
    untold: new Set([...wrong, ...regional].map(({ path }) => `${path}.base_url`)),
  };
}

function hintOf(family: string, families: readonly string[]): string {
  const other = OTHER_NAMES.get(family.toLowerCase());
  return other === undefined ? didYouMean(family, families) : `; did you mean ${other}?`;
}
