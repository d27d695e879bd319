import type { Organisation } from '#call';
import { formatNano, parseDecimal, scaleUp } from '#kernel';
import type { PriceBook, PriceChangePoint, PriceRepository } from '#metering';
import { knownRules, servesOperation } from '#providers';
import type { CatalogueModel } from '#routing';
import type { ModelView, PriceLineView, PricePointView, PriceView } from './model.dto.js';

const RATE_DECIMALS = 1_000_000n; // Rates are kept in 1e-6 nano per million.
const NOTHING = { digits: 0n, scale: 0 };
const OPERATIONS = ['chat', 'complete', 'embed', 'draw', 'decide'] as const;

type ModelPrice = NonNullable<ReturnType<PriceBook['priceOf']>>;
type StoredPrice = Awaited<ReturnType<PriceRepository['readActive']>>['prices'][number];
type PriceLine = PriceChangePoint['lines'][number];

/** A model of the catalogue, what it costs, and why it cannot be reached. */
export interface PricedModel {
  readonly one: CatalogueModel;
  readonly price: ModelPrice | undefined;
  readonly reason: string | null;
}

/** The first thing that keeps calls from a model; null where nothing does. */
export function reasonOf(one: CatalogueModel, price: ModelPrice | undefined): string | null {
  if (!one.isEnabled) return 'provider_disabled';
  if (!price) return 'price_missing';
  if (!one.isAllowed) return 'not_allowed';
  return one.isBlocked ? one.residency : null;
}

/** @param own versions of prices that are of the organisation's settings */
export function modelView(
  organisation: Organisation,
  { one, price, reason }: PricedModel,
  own: ReadonlySet<number>,
): ModelView {
  const { jurisdiction, model } = one;
  const family = organisation.providers.get(one.provider)?.family ?? '';
  const rules = knownRules(model.id);
  return {
    id: one.id,
    provider: one.provider,
    listed: model.isListed,
    operations: OPERATIONS.filter((operation) => servesOperation(operation, family)),
    thinking: rules?.thinking ?? null,
    efforts: [...(rules?.efforts ?? [])],
    context_tokens: model.contextTokens,
    max_output_tokens: model.outputTokensMax ?? rules?.outputTokensMax ?? null,
    sandbox: one.isSandbox,
    zone: jurisdiction.zone,
    countries: [...jurisdiction.countries],
    guaranteed: jurisdiction.guaranteed,
    retention: jurisdiction.storage.retention,
    operator: jurisdiction.operator?.name ?? null,
    location_source: jurisdiction.source,
    residency: one.residency,
    reachable: reason === null,
    unreachable_reason: reason,
    currency: organisation.currency,
    free: price?.isFree ?? false,
    price_source: price ? (own.has(price.version) ? 'organisation' : 'instance') : null,
    prices: Array.from(price?.rates ?? [], ([unit, rate]) => ({
      unit,
      per_million: formatNano(rate / RATE_DECIMALS),
    })),
  };
}

const sourceOf = ({ organisationId }: StoredPrice) =>
  organisationId === null ? 'instance' : 'organisation';

/** Where the prices of a model stand in the list of them. */
export const placeOf = (line: StoredPrice): string => `${line.model} ${sourceOf(line)}`;

export function priceView(lines: readonly StoredPrice[]): PriceView {
  const [first] = lines as [StoredPrice];
  return {
    model: first.model,
    source: sourceOf(first),
    version: first.version,
    lines: lines.map(lineView),
  };
}

export const pointView = ({ at, version, isOwn, lines }: PriceChangePoint): PricePointView => ({
  at,
  version,
  source: isOwn ? 'organisation' : 'instance',
  lines: lines.map(lineView),
});

const lineView = (line: PriceLine): PriceLineView => ({
  unit: line.unit,
  per_million: formatNano(scaleUp(parseDecimal(line.nanoPerMillion) ?? NOTHING, 0)),
  tier: line.tier ?? 'standard',
  above_tokens: line.tierAbove,
  currency: line.currency,
});
