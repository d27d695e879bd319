import {
  member,
  parseDecimal,
  parseJson,
  scaleUp,
  stringOf,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { findMissingSide, isFreeInPart, isZero } from './free-prices.js';
import type { PriceUnit } from './price.js';
import type { ServiceTier } from '#wire';
import { tierOf, type PriceLine } from './price.repository.js';

/** What a public list holds, in the gateway's own names; shown before anything is activated. */
export interface ImportedPrices {
  readonly lines: readonly PriceLine[];
  readonly models: number;
  /** Of these: models that are free, or whose texts are in part. */
  readonly free: ReadonlySet<string>;
  /** Entries that cannot be charged by, each with the reason. */
  readonly skipped: readonly SkippedEntry[];
  /** Entries that mean the same model of the gateway. */
  readonly collisions: readonly Collision[];
  /** Price fields the gateway does not know: reported, never guessed. Name to number of models. */
  readonly unknownFields: ReadonlyMap<string, number>;
  /** Providers that the list names. */
  readonly providers: ReadonlySet<string>;
}

export interface SkippedEntry {
  readonly entry: string;
  readonly reason: string;
}

export interface Collision {
  /** `<provider>/<model>`, which all of the entries mean. */
  readonly model: string;
  readonly entries: readonly string[];
  /** The entry whose prices are taken; null where the list leaves open which is right. */
  readonly taken: string | null;
  readonly isSamePrice: boolean;
}

interface ReadEntry {
  readonly entry: string;
  readonly listedProvider: string;
  /** Its name says the provider, so nothing had to be put before it. */
  readonly isPrefixed: boolean;
  readonly model: string;
  readonly lines: readonly PriceLine[];
  readonly isFree: boolean;
}

/** Field names of the common public price lists: US dollars per one piece. */
const FIELDS: Readonly<Record<string, PriceUnit>> = {
  input_cost_per_token: 'in',
  output_cost_per_token: 'out',
  cache_read_input_token_cost: 'cache_read',
  cache_creation_input_token_cost: 'cache_write_5m',
  cache_creation_input_token_cost_above_1hr: 'cache_write_1h',
  output_cost_per_reasoning_token: 'reasoning',
  input_cost_per_audio_token: 'audio_in',
  output_cost_per_audio_token: 'audio_out',
  input_cost_per_image_token: 'image_in',
  output_cost_per_image_token: 'out', // Tokens out are counted alike, whatever they say or show.
  output_cost_per_image: 'image',
  input_cost_per_second: 'second',
  ocr_cost_per_page: 'page',
  input_cost_per_request: 'call',
};
const SAMPLE = 'sample_spec'; // The list's own description of what an entry looks like.
const TIER = /^(.+)_above_(\d+)k_tokens$/;
/** Of a tier: `…_above_200k_tokens_priority`. */
const SERVICE = /^(.+)_(priority|flex|batches)$/;
const TIER_NAMES: Readonly<Record<string, ServiceTier>> = {
  priority: 'priority',
  flex: 'flex',
  batches: 'batch',
};
const PRICE_FIELD = /cost/;
const CURRENCY = 'USD';
const NANO_PER_MILLION_POWER = 15; // Units to nano is 1e9, per piece to per million another 1e6.
const PRICE_MAX_POWER = 6; // A million dollars for one piece is a slip, and more than is stored.

/**
 * Reads a JSON object keyed by model. The decimal text of each number is read, not the JS number:
 * `1.5e-07` becomes exactly 150 nano per thousand pieces.
 * @param names what the list's providers are called in this gateway, where that differs
 * @throws GatewayError when the text is no JSON
 */
export function importPrices(
  text: string,
  names: ReadonlyMap<string, string> = new Map(),
): ImportedPrices {
  const { root } = parseJson(text);
  const skipped: SkippedEntry[] = [];
  const unknownFields = new Map<string, number>();
  const providers = new Set<string>();
  const entries: ReadEntry[] = [];
  const members = root.kind === 'object' ? root : { keys: [], values: [] };
  if (root.kind !== 'object') skipped.push({ entry: 'the list', reason: 'it is no object' });
  members.keys.forEach((entry, index) => {
    const value = members.values[index];
    const listed = member(value, 'litellm_provider');
    if (entry === SAMPLE || value?.kind !== 'object' || listed?.kind !== 'string') {
      return void skipped.push({ entry, reason: 'it names no provider' });
    }
    providers.add(listed.value);
    const named = nameOf(entry, listed.value, names.get(listed.value) ?? listed.value);
    const read = readEntry(text, value, named.model);
    for (const field of read.unknown) unknownFields.set(field, (unknownFields.get(field) ?? 0) + 1);
    if ('reason' in read) skipped.push({ entry, reason: read.reason });
    else {
      const { lines, isFree } = read;
      entries.push({ entry, listedProvider: listed.value, ...named, lines, isFree });
    }
  });
  return { ...oneForEachModel(entries, skipped), skipped, unknownFields, providers };
}

/**
 * Lists write some models bare and some with their provider before them, which may be that of a whole
 * family: `vertex_ai/…` of `vertex_ai-anthropic_models`.
 */
function nameOf(entry: string, listed: string, ours: string) {
  const slash = entry.indexOf('/');
  const prefix = entry.slice(0, Math.max(0, slash));
  const isPrefixed = prefix !== '' && (listed === prefix || listed.startsWith(`${prefix}-`));
  return { isPrefixed, model: `${ours}/${isPrefixed ? entry.slice(slash + 1) : entry}` };
}

/**
 * Of entries that mean the same model, the one that names the provider is that provider's own price.
 * Where that does not tell and prices differ, nobody knows what is right, so nothing is charged by it.
 */
function oneForEachModel(
  entries: readonly ReadEntry[],
  skipped: SkippedEntry[],
): Pick<ImportedPrices, 'lines' | 'models' | 'free' | 'collisions'> {
  const lines: PriceLine[] = [];
  const collisions: Collision[] = [];
  const free = new Set<string>();
  let models = 0;
  for (const [model, all] of Map.groupBy(entries, (entry) => entry.model)) {
    const isSamePrice = new Set(all.map(({ lines: own }) => pricesAsText(own))).size === 1;
    const prefixed = all.filter(({ isPrefixed }) => isPrefixed);
    const isOneProvider = new Set(all.map(({ listedProvider }) => listedProvider)).size === 1;
    const own = isOneProvider && prefixed.length === 1 ? prefixed[0] : undefined;
    const taken = isSamePrice ? (own ?? all[0]) : own;
    if (all.length > 1) {
      const names = all.map(({ entry }) => entry);
      collisions.push({ model, entries: names, taken: taken?.entry ?? null, isSamePrice });
    }
    if (taken) {
      lines.push(...taken.lines);
      if (taken.isFree) free.add(model);
      models++;
    } else {
      for (const { entry } of all) {
        skipped.push({ entry, reason: 'other entries have other prices for the same model' });
      }
    }
  }
  return { lines, models, free, collisions };
}

const pricesAsText = (lines: readonly PriceLine[]): string =>
  lines
    .map((line) => `${line.unit} ${line.tierAbove} ${line.nanoPerMillion} ${tierOf(line)}`)
    .toSorted()
    .join(', ');

type EntryPrices = { readonly unknown: readonly string[] } & (
  | { readonly lines: readonly PriceLine[]; readonly isFree: boolean }
  | { readonly reason: string }
);

function readEntry(text: string, entry: JsonObject, model: string): EntryPrices {
  const lines: PriceLine[] = [];
  const unknown: string[] = [];
  const unknownPrices: string[] = [];
  for (const [index, field] of entry.keys.entries()) {
    const value = entry.values[index];
    if (!PRICE_FIELD.test(field) || !value) continue;
    const amount = text.slice(value.start, value.end);
    const service = SERVICE.exec(field);
    const served = service?.[1] ?? field;
    const above = TIER.exec(served);
    const unit = FIELDS[above?.[1] ?? served];
    if (!unit) {
      unknown.push(field);
      if (!isNothing(value, amount)) unknownPrices.push(field);
      continue;
    }
    if (amount === 'null') continue;
    const decimal = parseDecimal(amount);
    if (!decimal) return { unknown, reason: `${field} is not a decimal` };
    if (scaleUp(decimal, -PRICE_MAX_POWER) > 1n) {
      return { unknown, reason: `${field} is more than a price can be` };
    }
    // Six decimals below a nano per million are kept; nothing published is finer.
    const scaled = scaleUp(decimal, NANO_PER_MILLION_POWER + 6);
    lines.push({
      model,
      unit,
      tierAbove: above ? Number(above[2]) * 1_000 : 0,
      currency: CURRENCY,
      nanoPerMillion: decimalText(scaled, 6),
      ...(service && { tier: TIER_NAMES[service[2] ?? ''] ?? 'standard' }),
    });
  }
  const judged = judgeTiers(lines, unknownPrices);
  if ('reason' in judged) return { unknown, ...judged };
  const mode = stringOf(member(entry, 'mode'));
  const reason = findMissingSide(mode, judged.lines);
  if (reason !== undefined) return { unknown, reason };
  return { unknown, lines: judged.lines, isFree: isFreeInPart(mode, judged.lines) };
}

/** Of what comes out, and of the whole call; all others are of what goes in. */
const OUTPUT_UNITS: ReadonlySet<PriceUnit> = new Set(['out', 'reasoning', 'audio_out', 'image']);
const WHOLE_UNITS: ReadonlySet<PriceUnit> = new Set(['second', 'page', 'call']);

/** A tier that cannot be charged by is left out: it has no price then, and the model keeps its own. */
function judgeTiers(
  lines: readonly PriceLine[],
  unknownPrices: readonly string[],
): ReturnType<typeof judge> {
  const byTier = Map.groupBy(lines, tierOf);
  const standard = judge(byTier.get('standard') ?? [], unknownPrices);
  if ('reason' in standard) return standard;
  const others = [...byTier].flatMap(([tier, own]) => {
    const judged = tier === 'standard' ? undefined : judge(own, []);
    return judged && 'lines' in judged ? judged.lines : [];
  });
  return { lines: [...standard.lines, ...others] };
}

/** Whether a model can be charged by what was read of it; never less than it costs. */
function judge(
  lines: readonly PriceLine[],
  unknownPrices: readonly string[],
): { readonly lines: readonly PriceLine[] } | { readonly reason: string } {
  const uncounted = uncountedPrice(lines, unknownPrices);
  if (uncounted !== undefined) {
    return { reason: `it is priced by ${uncounted}, which this gateway does not count` };
  }
  if (lines.length === 0) return { reason: 'it has no price' };
  const tiers = new Set(lines.map(({ tierAbove }) => tierAbove)).difference(new Set([0]));
  if (tiers.size > 1) return { reason: 'it has more than one tier' };
  const prices = new Map<string, PriceLine>();
  for (const line of lines) {
    const unit = `${line.unit} ${line.tierAbove}`;
    const { nanoPerMillion } = prices.get(unit) ?? line;
    if (nanoPerMillion !== line.nanoPerMillion)
      return { reason: `it has two prices for ${line.unit}` };
    prices.set(unit, line);
  }
  return { lines: [...prices.values()] };
}

/**
 * Pixels, characters, seconds of video: where what goes in, what comes out, or all of a call has no
 * other price than such a one, the model would be served for nothing.
 */
function uncountedPrice(
  lines: readonly PriceLine[],
  unknownPrices: readonly string[],
): string | undefined {
  const charged = lines.filter((line) => !isZero(line)).map(({ unit }) => unit);
  if (charged.length === 0) return unknownPrices[0];
  const isWhole = charged.some((unit) => WHOLE_UNITS.has(unit));
  const hasOutput = isWhole || charged.some((unit) => OUTPUT_UNITS.has(unit));
  const hasInput = isWhole || charged.some((unit) => !OUTPUT_UNITS.has(unit));
  return unknownPrices.find(
    (field) =>
      (field.startsWith('output') && !hasOutput) || (field.startsWith('input') && !hasInput),
  );
}

const isNothing = (node: JsonNode, text: string): boolean =>
  text === 'null' || (node.kind !== 'object' && parseDecimal(text)?.digits === 0n);

/** `digits` × 10^-`places` as text. */
export function decimalText(digits: bigint, places: number): string {
  const text = digits.toString().padStart(places + 1, '0');
  return `${text.slice(0, -places)}.${text.slice(-places)}`;
}
