import {
  hasDearFlag,
  isBackground,
  LONG_CONTEXT,
  type Endpoint,
  type InspectedCall,
  type Operation,
} from '#call';
import {
  foldName,
  isNull,
  itemsOf,
  judgeNames,
  member,
  numberOf,
  objectOf,
  refuse,
  stringOf,
  type GatewayError,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import { markedIn } from '#providers';

/** Tiers that cost what the price book says; the others need the organisation's own key. */
const TIERS: Readonly<Record<string, ReadonlySet<string>>> = {
  service_tier: new Set(['auto', 'default', 'flex', 'standard_only']),
  serviceTier: new Set(['standard', 'flex']),
};

/** Whose caches last as long as a mark says. */
const MARK_FAMILIES: ReadonlySet<string> = new Set([
  'anthropic',
  'bedrock',
  'openrouter',
  'vertex-claude',
]);

/**
 * A managed key is shared, so a caller may not choose on it what changes the price.
 * @param endpoints that may serve the call on such a key
 * @throws field_invalid, header_invalid
 */
export function checkManaged(call: InspectedCall, endpoints: readonly Endpoint[]): void {
  if (endpoints.length === 0) return;
  const { request, operation } = call.inspection;
  if (request.kind === 'json') {
    checkTier(request.document);
    checkBackground(operation);
    checkSurcharges(request.document);
    const keepsMarks = call.principal.organisation.explicitPromptCache;
    const honours = endpoints.some(({ provider }) => MARK_FAMILIES.has(provider.family));
    if (keepsMarks && honours) checkLives(request.document);
  }
  checkFlags(operation);
}

/** Nobody could fetch it: objects are reached on own keys alone. */
function checkBackground(operation: Operation): void {
  if (!isBackground(operation)) return;
  throw refuse('field_invalid', {
    param: 'background',
    message: "An answer in the background needs the organisation's own provider key.",
  });
}

function checkTier({ root }: JsonDocument): void {
  for (const [name, allowed] of Object.entries(TIERS)) {
    const tier = member(root, name);
    if (tier === undefined || isNull(tier) || allowed.has(stringOf(tier) ?? '')) continue;
    throw refuse('field_invalid', {
      param: name,
      message: `On this key ${name} may be ${inWords([...allowed])}. Other tiers need the organisation's own provider key.`,
    });
  }
}

/** Members by whose value a token is dearer, and what costs what the price book says. */
const SURCHARGES = {
  speed: 'standard',
  inferencegeo: 'global',
} as const;
/** Where some servers take flags in the body. */
const FLAGS: ReadonlySet<string> = new Set(['anthropicbeta', 'betas']);

type Meaning = keyof typeof SURCHARGES | 'flags' | null;

const isSurcharge = (word: string): word is keyof typeof SURCHARGES =>
  Object.hasOwn(SURCHARGES, word);

/** In any spelling: servers differ in what they read as the same name. */
const meaningOf = judgeNames<Meaning>(
  (name) => {
    const word = foldName(name);
    if (FLAGS.has(word)) return 'flags';
    return isSurcharge(word) ? word : null;
  },
  { entriesMax: 256, ofLong: null },
);

function checkSurcharges({ root }: JsonDocument): void {
  const object = objectOf(root);
  object?.keys.forEach((key, index) => {
    const node = object.values[index] as JsonNode;
    const meaning = meaningOf(key);
    if (meaning === null || isNull(node)) return;
    if (meaning === 'flags') {
      if ([node, ...itemsOf(node)].some((flag) => hasDearFlag(stringOf(flag) ?? ''))) {
        throw dearFlag('field_invalid', key);
      }
      return;
    }
    const plain = SURCHARGES[meaning];
    // A number is the tempo of speech, whose length is priced.
    const isTempo = meaning === 'speed' && numberOf(node) !== undefined;
    if (isTempo || stringOf(node) === plain) return;
    throw refuse('field_invalid', {
      param: key,
      message: `On this key ${key} may be ${plain} alone. Others need the organisation's own provider key.`,
    });
  });
}

const inWords = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** A mark may say how long the cache lasts; writing one that lasts an hour is dearer. */
function checkLives({ text, root }: JsonDocument): void {
  const object = objectOf(root);
  if (!object) return;
  for (const marked of [object, ...markedIn(text, object)]) {
    const life = member(member(marked, 'cache_control'), 'ttl');
    if (life === undefined || isNull(life) || stringOf(life) === '5m') continue;
    throw refuse('field_invalid', {
      param: 'cache_control.ttl',
      message:
        "On this key a ttl of cache_control may be 5m alone. Others need the organisation's own provider key.",
    });
  }
}

function checkFlags(operation: Operation): void {
  if (operation.kind !== 'chat') return;
  if (!hasDearFlag(operation.hints.headers['anthropic-beta'] ?? '')) return;
  throw dearFlag('header_invalid', 'alt-beta');
}

const dearFlag = (key: 'field_invalid' | 'header_invalid', param: string): GatewayError =>
  refuse(key, {
    param,
    message: `On this key the flag ${LONG_CONTEXT} is not taken. It needs the organisation's own provider key.`,
  });
