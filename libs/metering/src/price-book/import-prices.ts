import { member, parseDecimal, parseJson, scaleUp, type JsonDocument } from '#kernel';
import type { PriceUnit } from './price.js';
import type { PriceLine } from './price.repository.js';

/** What an import would change; shown before anything is activated. */
export interface ImportedPrices {
  readonly lines: readonly PriceLine[];
  readonly models: number;
  /** Price fields the gateway does not know: reported, never guessed. Name to number of models. */
  readonly unknownFields: ReadonlyMap<string, number>;
  /** Models whose price could not be read, with the reason. */
  readonly rejected: readonly string[];
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
  output_cost_per_image: 'image',
  input_cost_per_second: 'second',
  ocr_cost_per_page: 'page',
  input_cost_per_request: 'call',
};
const TIER = /^(.+)_above_(\d+)k_tokens$/;
const PRICE_FIELD = /cost/;
const CURRENCY = 'USD';
const NANO_PER_MILLION_POWER = 15; // Units to nano is 1e9, per piece to per million another 1e6.

/**
 * Reads a JSON object keyed by model. The decimal text of each number is read, not the JS number:
 * `1.5e-07` becomes exactly 150 nano per thousand pieces.
 * @param providerOf the name of the gateway's provider for an entry; undefined leaves the entry out
 */
export function importPrices(
  text: string,
  providerOf: (model: string, listedProvider: string | undefined) => string | undefined,
): ImportedPrices {
  const document = parseJson(text);
  const lines: PriceLine[] = [];
  const rejected: string[] = [];
  const unknownFields = new Map<string, number>();
  let models = 0;
  if (document.root.kind !== 'object')
    return { lines, models, unknownFields, rejected: ['not an object'] };
  document.root.keys.forEach((model, index) => {
    const entry = document.root.kind === 'object' ? document.root.values[index] : undefined;
    const listed = member(entry, 'litellm_provider');
    const provider = providerOf(model, listed?.kind === 'string' ? listed.value : undefined);
    if (!provider || entry?.kind !== 'object') return;
    const bare = model.startsWith(`${provider}/`) ? model.slice(provider.length + 1) : model;
    const read = readEntry(document, entry.keys, entry.values, `${provider}/${bare}`);
    for (const field of read.unknown) unknownFields.set(field, (unknownFields.get(field) ?? 0) + 1);
    if (read.fault) rejected.push(`${model}: ${read.fault}`);
    else if (read.lines.length > 0) {
      models++;
      lines.push(...read.lines);
    }
  });
  return { lines, models, unknownFields, rejected };
}

function readEntry(
  document: JsonDocument,
  keys: readonly string[],
  values: readonly { readonly kind: string; readonly start: number; readonly end: number }[],
  model: string,
): { lines: PriceLine[]; unknown: string[]; fault?: string } {
  const lines: PriceLine[] = [];
  const unknown: string[] = [];
  const tiers = new Set<number>();
  for (const [index, field] of keys.entries()) {
    const value = values[index];
    if (!PRICE_FIELD.test(field) || !value) continue;
    const tier = TIER.exec(field);
    const unit = FIELDS[tier?.[1] ?? field];
    if (!unit) {
      unknown.push(field);
      continue;
    }
    const amount = document.text.slice(value.start, value.end);
    if (amount === 'null') continue;
    const decimal = parseDecimal(amount);
    if (!decimal) return { lines: [], unknown, fault: `${field} is not a decimal` };
    // Six decimals below a nano per million are kept; nothing published is finer.
    const scaled = scaleUp(decimal, NANO_PER_MILLION_POWER + 6);
    const tierAbove = tier ? Number(tier[2]) * 1_000 : 0;
    if (tierAbove > 0) tiers.add(tierAbove);
    lines.push({
      model,
      unit,
      tierAbove,
      currency: CURRENCY,
      nanoPerMillion: decimalText(scaled, 6),
    });
  }
  if (tiers.size > 1) return { lines: [], unknown, fault: 'it has more than one tier' };
  return { lines, unknown };
}

/** `digits` × 10^-`places` as text. */
export function decimalText(digits: bigint, places: number): string {
  const text = digits.toString().padStart(places + 1, '0');
  return `${text.slice(0, -places)}.${text.slice(-places)}`;
}
