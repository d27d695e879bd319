import type { QuestionJob, QuestionResult } from '../jobs.js';
import type { AnswerMap } from '../manifest/calibration.js';
import { alongKnots } from '../probabilities.js';

/** Of a state, from its front on: whether its language is known is plain from them. */
const MEASURED_CHARS = 1_000;
const LETTERS = /[\p{L}\p{N}]/gu;

/** Letters to a piece: of words that a vocabulary has not, pieces are short. @param piecesOf a text, how many */
export function letterShare(state: string, piecesOf: (text: string) => number): number {
  const shown = Array.from(state).slice(0, MEASURED_CHARS).join('');
  const letters = shown.match(LETTERS)?.length ?? 0;
  return letters / Math.max(1, piecesOf(shown));
}

/**
 * The result of a question by its raw probabilities: of each option, or of a noul the one that it is so.
 * @param maps of which the first that fits tells what the likeliest is worth
 * @param lettersPerPiece of the state
 */
export function resultOf(
  { type, options }: QuestionJob,
  probabilities: readonly number[],
  maps: readonly AnswerMap[],
  lettersPerPiece: number,
): QuestionResult {
  const [first = 0] = probabilities;
  const raw = type === 'noul' ? Math.max(first, 1 - first) : Math.max(...probabilities);
  const map = maps.find(
    (one) =>
      one.type === type &&
      one.from <= options.length &&
      options.length <= one.to &&
      lettersPerPiece < one.lettersPerPieceBelow,
  );
  return { probabilities, answerConfidence: map ? alongKnots(map.knots, raw) : null };
}
