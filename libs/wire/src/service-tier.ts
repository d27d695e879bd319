import { member, stringOf, type JsonNode } from '#kernel';

/** How fast, and at what price, a provider serves a model; each has prices of its own. */
export const SERVICE_TIERS = ['standard', 'flex', 'priority', 'scale', 'fast', 'batch'] as const;
export type ServiceTier = (typeof SERVICE_TIERS)[number];

/** `auto`: the provider chooses, by what its account has; it is what a request that names none asks for. */
export type AskedTier = ServiceTier | 'auto';

/** In the words of all formats. */
const WORDS: Readonly<Record<string, AskedTier>> = {
  auto: 'auto',
  default: 'standard',
  standard: 'standard',
  standard_only: 'standard',
  on_demand: 'standard',
  flex: 'flex',
  priority: 'priority',
  scale: 'scale',
  fast: 'fast',
  reserved: 'scale', // Bedrock's own word for what is paid for by the hour.
};
/** Of the messages format: a model may be served faster, beside its tier. */
const FAST = 'fast';

/** Of a request, in any of the formats. Undefined for a word that nobody knows, and for more than one. */
export function readAskedTier(root: JsonNode): AskedTier | undefined {
  const speed = stringOf(member(root, 'speed'));
  const node = member(root, 'service_tier') ?? member(root, 'serviceTier');
  const word = node?.kind === 'scalar' && node.value === null ? 'auto' : stringOf(node);
  const tier = node === undefined ? 'auto' : tierOf(word);
  if (speed !== FAST) return tier;
  return tier === 'auto' || tier === 'standard' ? FAST : undefined;
}

const tierOf = (word: string | undefined): AskedTier | undefined =>
  word !== undefined && Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;

/** As answers tell it: `standard`, and in one family of formats `ON_DEMAND_PRIORITY` and the like. */
const SERVED = /^(?:service_tier_|on_demand_)?(default|standard|on_demand|flex|priority|scale)$/;

/** The tier that an answer says it was served at; undefined where it says nothing known. */
export function readServedTier(
  ...words: readonly (JsonNode | undefined)[]
): ServiceTier | undefined {
  for (const word of words) {
    const text = stringOf(word)?.toLowerCase();
    if (text === FAST) return FAST;
    const tier = tierOf(SERVED.exec(text ?? '')?.[1]);
    if (tier !== undefined && tier !== 'auto') return tier;
  }
  return undefined;
}
