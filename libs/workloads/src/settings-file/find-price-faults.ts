import { parseDecimal } from '#kernel';
import type { PriceDto, SettingsFile } from './settings-file.dto.js';
import { when } from './when.js';

/** Prices that no call could be charged by, and rates that say nothing. */
export function findPriceFaults({
  organisation,
  exchange_rates,
  providers,
}: SettingsFile): string[] {
  const { currency } = organisation;
  const rated = new Set(exchange_rates.filter(({ to }) => to === currency).map(({ from }) => from));
  const pairs = exchange_rates.map(({ from, to }) => `${from} to ${to}`);
  return [
    ...pairs.flatMap((pair, index) =>
      when(pairs.indexOf(pair) < index, `exchange_rates: ${pair} is declared twice`),
    ),
    ...exchange_rates.flatMap(({ from, to }) =>
      when(from === to, `exchange_rates: ${from} to ${to} is no exchange`),
    ),
    ...providers.flatMap((provider) =>
      provider.models.flatMap(({ id, price }) =>
        when(
          price !== undefined &&
            price.currency !== currency &&
            !rated.has(price.currency) &&
            costsSomething(price),
          `providers.${provider.name}.models.${id}.price: in ${price?.currency}, and exchange_rates has no rate from it to ${currency}`,
        ),
      ),
    ),
  ];
}

/** Nothing is nothing in every currency. */
const costsSomething = ({ currency: _currency, per: _per, tiers, ...amounts }: PriceDto): boolean =>
  [amounts, ...Object.values(tiers ?? {})].some(hasAmount);

const hasAmount = (amounts: object): boolean =>
  Object.values(amounts).some(
    (amount: string | undefined) => parseDecimal(amount ?? '0')?.digits !== 0n,
  );
