import type { Spender } from '#call';
import type { CallerProtocol } from '#wire';
import { aliasOf } from './resolve-model.js';

/** The family whose format the clients of bare names speak, by that format. */
const FAMILIES: { readonly [Format in CallerProtocol]?: string } = {
  messages: 'anthropic',
  gemini: 'gemini',
  embed_content: 'gemini',
  batch_embed_contents: 'gemini',
};

/**
 * Clients of these formats name a model without its provider: it is the organisation's default
 * provider's, else that of its first provider of the family. Any other name stays as it is.
 */
export function withProvider(spender: Spender, name: string, format: CallerProtocol): string {
  const wanted = FAMILIES[format];
  if (wanted === undefined) return name;
  if (name.includes('/') || aliasOf(spender, name)) return name;
  const { organisation } = spender;
  const ofFamily = [...organisation.providers.values()].find(({ family }) => family === wanted);
  const provider = organisation.defaultProvider ?? ofFamily?.name;
  return provider === undefined ? name : `${provider}/${name}`;
}
