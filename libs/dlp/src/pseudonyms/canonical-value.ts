import type { Kind } from '../kinds.js';
import { foldTerm } from '../scan/fold-term.js';
import { foldUnit, IGNORED } from '../scan/fold.js';

const NOT_ALPHANUMERIC = /[^0-9A-Z]+/g;
const NOT_DIGIT = /\D+/g;

/** What different spellings of one value have in common; they share a code and differ in variant. */
export function canonicalValue(kind: Kind, spelling: string): string {
  switch (kind) {
    case 'email':
      return foldUnits(spelling).normalize('NFKC').toLowerCase();
    case 'iban':
      return foldUnits(spelling).toUpperCase().replace(NOT_ALPHANUMERIC, '');
    case 'credit_card':
      return foldUnits(spelling).replace(NOT_DIGIT, '');
    case 'removal_term':
      return foldTerm(spelling);
  }
}

function foldUnits(text: string): string {
  let folded = '';
  for (let index = 0; index < text.length; index++) {
    const unit = foldUnit(text.charCodeAt(index));
    if (unit !== IGNORED) folded += String.fromCharCode(unit);
  }
  return folded;
}
