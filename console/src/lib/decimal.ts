const MILLION_DECIMALS = 6;

/** Of a decimal text of a million pieces, what one costs: `1000.00` is `0.001`. Nothing is rounded. */
export function perPiece(perMillion: string): string {
  const [whole = '0', part = ''] = perMillion.split('.');
  const digits = whole.padStart(MILLION_DECIMALS + 1, '0');
  const cut = digits.length - MILLION_DECIMALS;
  const decimals = `${digits.slice(cut)}${part}`.replace(/0+$/, '');
  return decimals === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${decimals}`;
}
