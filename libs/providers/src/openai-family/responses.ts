import { SANDBOX_FAMILY, type Provider } from '#call';
import { applyEdits, itemsOf, member, parseJson, stringOf, type JsonDocument } from '#kernel';
import { isOwnSeal } from '#wire';
import { isDatedVersion } from './endpoint.js';
import { presetOf } from './presets.js';

/** Who has the Responses format for certain, beside hosts whose row says so; Azure on its undated surface alone. */
const WITH_RESPONSES: ReadonlySet<string> = new Set(['openai', 'azure', SANDBOX_FAMILY]);

/** Others are asked in the chat format, which everybody has, unless the settings say that they serve it. */
export const servesResponses = ({
  family,
  apiVersion,
  servesResponses: isSaid,
}: Pick<Provider, 'family' | 'apiVersion' | 'servesResponses'>): boolean =>
  isSaid ??
  (presetOf(family)?.keepsResponses === true ||
    (WITH_RESPONSES.has(family) && !isDatedVersion(apiVersion)));

/**
 * What was thought at another maker's and is sealed for that one: no provider of this format can open it,
 * nor was it looked through. Everything else stays byte for byte.
 */
export function withoutForeignSeals(document: JsonDocument): JsonDocument {
  const { text, root } = document;
  const input = member(root, 'input');
  const items = itemsOf(input);
  const kept = items.filter((item) => {
    const sealed = stringOf(member(item, 'encrypted_content'));
    return sealed === undefined || !isOwnSeal(sealed);
  });
  if (!input || kept.length === items.length) return document;
  const written = kept.map(({ start, end }) => text.slice(start, end)).join(',');
  const { start, end } = input;
  return parseJson(applyEdits(text, [{ start, end, text: `[${written}]` }]));
}
