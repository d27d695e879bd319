import { Injectable } from '@nestjs/common';
import {
  ANONYMIZE_MODEL,
  Directory,
  LOCAL_PROVIDER,
  modelNameOf,
  OCR_MODEL,
  PriceList,
  type Organisation,
} from '#call';
import {
  multiply,
  parseDecimal,
  scaleUp,
  type Decimal,
  type Nano,
  type OrganisationId,
} from '#kernel';
import { NO_USAGE, type ServiceTier } from '#wire';
import type { ModelPrice, PriceUnit } from './price.js';
import { priceOfUsage } from './price-of-usage.js';
import { completePrice } from './tier-prices.js';
import { PriceRepository, tierOf, type StoredPrice, type StoredRate } from './price.repository.js';

const ONE: Decimal = { digits: 1n, scale: 0 };
const OWN = ''; // Stands for the organisation's own currency.
const RATE_DECIMALS = 6; // A rate is kept in 1e-6 nano per million pieces.

/** A hundredth of a euro for a million tokens that are read; what is answered is free. */
const LOCAL_NANO_PER_MILLION = '10000000';
/** A euro for a thousand pages that are read, or that are anonymized: a core works on one for some seconds. */
const LOCAL_NANO_PER_MILLION_PAGES = '1000000000000';

/** The prices in force, in memory, already in each organisation's currency. */
@Injectable()
export class PriceBook extends PriceList {
  private books: ReadonlyMap<OrganisationId, ReadonlyMap<string, ModelPrice>> = new Map();

  constructor(
    private readonly repository: PriceRepository,
    private readonly directory: Directory,
  ) {
    super();
  }

  /**
   * Reads the active versions: at start of all, and of those whose settings' epoch moved.
   * @param only the organisations whose book is built anew; the others keep theirs
   */
  async reload(only?: readonly OrganisationId[]): Promise<void> {
    const { prices, rates } = await this.repository.readActive(only);
    const listed = Map.groupBy(prices, (line) => line.organisationId);
    const books = new Map(only && this.books);
    for (const id of only ?? this.allOrganisations()) {
      const organisation = this.directory.organisation(id);
      if (organisation) books.set(id, buildBook(organisation, listed, rates));
      else books.delete(id);
    }
    this.books = books;
  }

  /** Undefined when the model has no price, or no exchange rate leads to the ledger's currency. */
  priceOf(organisation: OrganisationId, provider: string, model: string): ModelPrice | undefined {
    return this.books.get(organisation)?.get(`${provider}/${model}`);
  }

  costOf(
    organisation: OrganisationId,
    provider: string,
    model: string,
    { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
  ): Nano | undefined {
    const price = this.priceOf(organisation, provider, model);
    const usage = { ...NO_USAGE, inputTotal: inputTokens, outputTotal: outputTokens };
    return price && priceOfUsage(price, usage);
  }

  modelsOf(organisation: OrganisationId, provider: string): readonly string[] {
    const prefix = `${provider}/`;
    return Array.from(this.books.get(organisation)?.keys() ?? [])
      .filter((model) => model.startsWith(prefix))
      .map((model) => model.slice(prefix.length));
  }

  private allOrganisations(): readonly OrganisationId[] {
    return Array.from(this.directory.organisations(), ({ id }) => id);
  }
}

/** Of models of this machine, in no list: a price list or settings may name others. */
const LOCAL_PRICES: readonly StoredPrice[] = Array.from(LOCAL_PROVIDER.models.keys(), (id) => ({
  model: `${LOCAL_PROVIDER.name}/${id}`,
  ...(id === OCR_MODEL.id || id === ANONYMIZE_MODEL.id
    ? { unit: 'page', nanoPerMillion: LOCAL_NANO_PER_MILLION_PAGES }
    : { unit: 'in', nanoPerMillion: LOCAL_NANO_PER_MILLION }),
  tierAbove: 0,
  currency: 'EUR',
  version: 0,
  organisationId: null,
}));

/** The organisation's own prices replace the instance's list, model by model. */
function buildBook(
  organisation: Organisation,
  prices: ReadonlyMap<OrganisationId | null, readonly StoredPrice[]>,
  rates: readonly StoredRate[],
): ReadonlyMap<string, ModelPrice> {
  const exchange = exchangeRates(organisation, rates);
  const multipliers = new Map(
    Array.from(organisation.providers.values(), ({ name, priceMultiplier }) => [
      name,
      parseDecimal(priceMultiplier) ?? ONE,
    ]),
  );
  const book = new Map<string, ModelPrice>();
  const lists = [LOCAL_PRICES, prices.get(null) ?? [], prices.get(organisation.id) ?? []];
  for (const list of lists) {
    for (const [model, lines] of Map.groupBy(list, (line) => line.model)) {
      const { provider } = modelNameOf(model);
      const price = buildPrice(lines, exchange, multipliers.get(provider) ?? ONE);
      if (price) book.set(model, price);
      // A price of its own that cannot be exchanged is no reason to charge another one.
      else book.delete(model);
    }
  }
  return book;
}

function exchangeRates(
  organisation: Organisation,
  rates: readonly StoredRate[],
): ReadonlyMap<string, Decimal> {
  const known = new Map<string, Decimal>([
    [OWN, ONE],
    [organisation.currency, ONE],
  ]);
  for (const owner of [null, organisation.id]) {
    for (const line of rates) {
      if (line.organisationId !== owner || line.to !== organisation.currency) continue;
      const rate = parseDecimal(line.rate);
      if (rate) known.set(line.from, rate);
    }
  }
  return known;
}

/** A model with a price for its tiers alone has none; a tier that cannot be exchanged has none, either. */
function buildPrice(
  lines: readonly StoredPrice[],
  exchange: ReadonlyMap<string, Decimal>,
  multiplier: Decimal,
): ModelPrice | undefined {
  const byTier = Map.groupBy(lines, tierOf);
  const standard = buildTier('standard', byTier.get('standard') ?? [], exchange, multiplier);
  if (!standard) return undefined;
  const tiers = new Map<ServiceTier, ModelPrice>();
  for (const [tier, own] of byTier) {
    const price = tier !== 'standard' && buildTier(tier, own, exchange, multiplier);
    if (price) tiers.set(tier, completePrice(price, standard));
  }
  const isFree = standard.isFree && [...tiers.values()].every((price) => price.isFree);
  return { ...standard, isFree, tiers };
}

function buildTier(
  tier: ServiceTier,
  lines: readonly StoredPrice[],
  exchange: ReadonlyMap<string, Decimal>,
  multiplier: Decimal,
): ModelPrice | undefined {
  if (lines.length === 0) return undefined;
  const tiers = [new Map<PriceUnit, bigint>(), new Map<PriceUnit, bigint>()] as const;
  let tierAbove: number | null = null;
  for (const line of lines) {
    // Nothing times any rate is nothing: `free` needs no exchange rate.
    const isZero = /^[0.]*$/.test(line.nanoPerMillion);
    const rate = exchange.get(isZero ? OWN : line.currency);
    const amount = parseDecimal(line.nanoPerMillion);
    if (!rate || !amount) return undefined;
    if (line.tierAbove > 0) tierAbove = line.tierAbove;
    const above = line.tierAbove > 0 ? tiers[1] : tiers[0];
    above.set(line.unit, scaleUp(multiply(multiply(amount, rate), multiplier), RATE_DECIMALS));
  }
  return {
    tier,
    tiers: new Map(),
    version: lines[0]?.version ?? 0,
    isFree: tiers.every((tier) => [...tier.values()].every((rate) => rate === 0n)),
    rates: tiers[0],
    tierAbove,
    ratesAbove: tiers[1],
  };
}
