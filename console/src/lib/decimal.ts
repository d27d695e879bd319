const MILLION_DECIMALS = 6;

/** Of a decimal text of a million pieces, what one costs: `1000.00` is `0.001`. Nothing is rounded. */
export function perPiece(perMillion: string): string {
  const [whole = '0', part = ''] = perMillion.split('.');
  const digits = whole.padStart(MILLION_DECIMALS + 1, '0');
  const cut = digits.length - MILLION_DECIMALS;
  const decimals = `${digits.slice(cut)}${part}`.replace(/0+$/, '');
  return decimals === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${decimals}`;
}

const BY_COMMAS = /^\D*\d{1,3}(?:,\d{3})+\.\d*$/;
const BY_MORE_COMMAS = /^\D*\d{1,3}(?:,\d{3}){2,}$/;
const BY_POINTS = /^\D*\d{1,3}(?:\.\d{3})+,\d*$/;

/**
 * A decimal as somebody writes it, with a point before its decimals: `0,002` is `0.002`, and `1.250,00` and `1,250.00` are `1250.00`. What
 * is left as it came has the same length, so that who types in the midst of it stays there.
 */
export function withPoint(typed: string): string {
  if (!typed.includes(',')) return typed;
  const bare = typed.replace(/\s/g, '');
  if (BY_POINTS.test(bare)) return bare.replaceAll('.', '').replace(',', '.');
  if (BY_COMMAS.test(bare) || BY_MORE_COMMAS.test(bare)) return bare.replaceAll(',', '');
  return typed.includes('.') ? typed.replaceAll(',', '') : typed.replace(',', '.');
}
