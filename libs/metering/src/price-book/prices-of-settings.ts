import { divideUp, parseDecimal, scaleUp } from '#kernel';
import { SERVICE_TIERS, type ServiceTier } from '#wire';
import { decimalText } from './import-prices.js';
import type { PriceUnit } from './price.js';
import type { PriceBookContent, PriceLine } from './price.repository.js';

/** The part of a settings file that declares prices; amounts are decimal text. */
export interface DeclaredPrices {
  readonly exchange_rates: readonly {
    readonly from: string;
    readonly to: string;
    readonly rate: string;
  }[];
  readonly providers: readonly {
    readonly name: string;
    readonly models: readonly { readonly id: string; readonly price?: DeclaredPrice }[];
  }[];
}

type DeclaredAmounts = {
  readonly [unit in keyof typeof PER_TOKEN | keyof typeof PER_PIECE]?: string;
};
type DeclaredPrice = { readonly currency: string; readonly per: number } & DeclaredAmounts & {
    readonly tiers?: { readonly [Tier in Exclude<ServiceTier, 'standard'>]?: DeclaredAmounts };
  };

const PER_TOKEN = {
  input: 'in',
  output: 'out',
  cache_read: 'cache_read',
  cache_write_5m: 'cache_write_5m',
  cache_write_1h: 'cache_write_1h',
  reasoning: 'reasoning',
  audio_in: 'audio_in',
  audio_out: 'audio_out',
  image_in: 'image_in',
} as const satisfies Record<string, PriceUnit>;
const PER_PIECE = {
  image: 'image',
  second: 'second',
  page: 'page',
  call: 'call',
  tool_call: 'tool_call',
} as const satisfies Record<string, PriceUnit>;

export function pricesOfSettings(declared: DeclaredPrices): PriceBookContent {
  const prices = declared.providers.flatMap((provider) =>
    provider.models.flatMap((model) =>
      model.price === undefined ? [] : linesOf(`${provider.name}/${model.id}`, model.price),
    ),
  );
  return {
    prices,
    exchangeRates: declared.exchange_rates.map(({ from, to, rate }) => ({ from, to, rate })),
  };
}

function linesOf(model: string, price: DeclaredPrice): PriceLine[] {
  const tiers = SERVICE_TIERS.flatMap((tier) => {
    const amounts = tier === 'standard' ? undefined : price.tiers?.[tier];
    const { currency, per } = price;
    const lines = amounts ? amountLines(model, { currency, per, ...amounts }) : [];
    return lines.map((line) => ({ ...line, tier }));
  });
  return [...amountLines(model, price), ...tiers];
}

function amountLines(model: string, price: DeclaredPrice): PriceLine[] {
  const line = (unit: PriceUnit, amount: string | undefined, per: number): PriceLine[] => {
    const decimal = parseDecimal(amount ?? '');
    if (!decimal) return [];
    const scaled = divideUp(scaleUp(decimal, 21), BigInt(per));
    const { currency } = price;
    return [{ model, unit, tierAbove: 0, currency, nanoPerMillion: decimalText(scaled, 6) }];
  };
  return [
    ...Object.entries(PER_TOKEN).flatMap(([name, unit]) =>
      line(unit, price[name as keyof typeof PER_TOKEN], price.per),
    ),
    ...Object.entries(PER_PIECE).flatMap(([name, unit]) =>
      line(unit, price[name as keyof typeof PER_PIECE], 1),
    ),
  ];
}
