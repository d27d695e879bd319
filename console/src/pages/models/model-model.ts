import type { Schemas } from '../../api/client';
import { perPiece } from '../../lib/decimal';

export type Model = Schemas['ModelView'];
export type PricePoint = Schemas['PricePointView'];
export type PriceLine = Schemas['PriceLineView'];

/** Counted one by one, not by the million. */
const PIECES: ReadonlySet<string> = new Set(['page', 'image', 'second', 'call', 'tool_call']);

export const isOfPieces = (unit: string): boolean => PIECES.has(unit);

/** As it is told: of one piece, or of a million tokens. */
export const amountOf = ({ unit, per_million: amount }: { unit: string; per_million: string }) =>
  isOfPieces(unit) ? perPiece(amount) : amount;

export const rateOf = ({ prices }: Model, ...units: string[]): string | undefined =>
  prices.find(({ unit }) => units.includes(unit))?.per_million;

/** What is free is priced in no currency. */
export const isFreeLine = ({ currency }: PriceLine): boolean => currency === 'XXX';
