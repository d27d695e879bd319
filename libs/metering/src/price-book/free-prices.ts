import type { PriceUnit } from './price.js';
import { tierOf, type PriceLine } from './price.repository.js';

/** What a list calls models that answer with no text; of any other, and of none, text is to be expected. */
const MODES_WITHOUT_TEXT: ReadonlySet<string> = new Set([
  'audio_speech',
  'audio_transcription',
  'embedding',
  'image_edit',
  'image_generation',
  'moderation',
  'ocr',
  'rerank',
  'search',
  'vector_store',
  'video_generation',
]);

/** Units of which a text always has some. Providers do give away what lies in a prompt cache. */
const UNITS_OF_TEXT: ReadonlySet<PriceUnit> = new Set([
  'in',
  'out',
  'reasoning',
  'audio_in',
  'audio_out',
  'image_in',
]);

export const isZero = ({ nanoPerMillion }: PriceLine): boolean => /^[0.]*$/.test(nanoPerMillion);

/**
 * Which side of a text has no price: it would be served for nothing, since what a price book does not name
 * costs nothing. A price for each call is one for both.
 * @param mode as the list says it; undefined where it does not
 */
export function findMissingSide(
  mode: string | undefined,
  lines: readonly PriceLine[],
): string | undefined {
  if (mode !== undefined && MODES_WITHOUT_TEXT.has(mode)) return undefined;
  const plain = lines.filter((line) => line.tierAbove === 0 && tierOf(line) === 'standard');
  const has = (unit: PriceUnit) => plain.some((line) => line.unit === unit);
  const isPerCall = plain.some((line) => line.unit === 'call' && !isZero(line));
  if (isPerCall && !has('in') && !has('out')) return undefined;
  if (!has('in')) return 'it has no price for the tokens that go in';
  return has('out') ? undefined : 'it has no price for the tokens that come out';
}

/** Whether a model costs nothing, or a part of its texts does, at any tier: a list may mean it, or slip. */
export function isFreeInPart(mode: string | undefined, lines: readonly PriceLine[]): boolean {
  if (lines.every(isZero)) return true;
  const hasText = mode === undefined || !MODES_WITHOUT_TEXT.has(mode);
  return hasText && lines.some((line) => UNITS_OF_TEXT.has(line.unit) && isZero(line));
}
