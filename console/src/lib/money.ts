const DECIMALS_SHOWN = 2;
const SMALL_DECIMALS_MAX = 6; // A token costs millionths.

/**
 * A decimal of the API as people read it: `€12.40`, `€0.0025`; never an exponent, never a float in between.
 * @param currency ISO 4217; a plain number without one
 */
export function formatMoney(amount: string, currency: string | undefined): string {
  const isSmall = /^-?0?\.\d|^-?0$/.test(amount) && Math.abs(Number(amount)) < 1;
  const format = new Intl.NumberFormat('en', {
    ...(currency && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    minimumFractionDigits: DECIMALS_SHOWN,
    maximumFractionDigits: isSmall ? SMALL_DECIMALS_MAX : DECIMALS_SHOWN,
  });
  return format.format(amount as Intl.StringNumericLiteral);
}
