import { refuse, type GatewayError } from '#kernel';

/** So many vectors of 4 096 numbers, as long as models make them, are the 64 MiB that an answer may have. */
export const TEXTS_MAX = 1_024;
const DIMENSIONS_MAX = 16_384; // Four times what any model is known to make.

/** @param param where the texts stand @throws field_invalid */
export function checkTexts(
  texts: readonly (string | undefined)[],
  param: string,
): readonly string[] {
  if (texts.length === 0) throw invalid(param, 'must not be empty');
  if (texts.length > TEXTS_MAX) {
    throw invalid(
      param,
      `holds ${texts.length} texts. This provider is asked for ${TEXTS_MAX} at most`,
    );
  }
  return texts.map((text, index) => {
    if (text === undefined) throw invalid(`${param}[${index}]`, 'must be a text');
    if (text === '') throw invalid(texts.length > 1 ? `${param}[${index}]` : param, 'is empty');
    return text;
  });
}

/** @throws field_invalid */
export function checkDimensions(count: number | null, param: string): number | undefined {
  if (count === null) return undefined;
  if (count > DIMENSIONS_MAX) throw invalid(param, `must be at most ${DIMENSIONS_MAX}`);
  return count;
}

export const invalid = (param: string, fault: string): GatewayError =>
  refuse('field_invalid', { param, message: `${param} ${fault}.` });
