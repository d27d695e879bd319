import type { Knot } from '../probabilities.js';
import type { Fields } from './fields.js';

export interface RouterCalibration {
  /** What logits are divided by. */
  readonly task: number;
  readonly complexity: number;
  /** Of the logit `x` of reasoning: `a * x + b`. */
  readonly reasoning: { readonly a: number; readonly b: number };
}

/** Of questions of a type with so many options; a noul has none, or two that say what its sides mean. */
export interface AnswerMap {
  readonly type: (typeof QUESTION_TYPES)[number];
  readonly from: number;
  readonly to: number;
  /** Only of states with fewer letters to a piece: in languages that the vocabulary does not know. */
  readonly lettersPerPieceBelow: number;
  /** By the raw probability of the likeliest; neither falls. */
  readonly knots: readonly Knot[];
}

export const QUESTION_TYPES = ['noul', 'choice', 'score'] as const;

const TEMPERATURE = [0.05, 20] as const;
const PLATT_MAX = 100;
const MAPS_MAX = 16;
const KNOTS_MAX = 20;
const OPTIONS = [0, 20] as const;
const LETTERS_PER_PIECE = [0, 100] as const;

/** @throws UnusableLocalModel */
export function readRouterCalibration(manifest: Fields): RouterCalibration {
  const calibration = manifest.object('calibration', ['task', 'complexity', 'reasoning']);
  const temperature = (name: string) =>
    calibration.object(name, ['temperature']).number('temperature', ...TEMPERATURE);
  const reasoning = calibration.object('reasoning', ['a', 'b']);
  return {
    task: temperature('task'),
    complexity: temperature('complexity'),
    reasoning: {
      a: reasoning.number('a', 0, PLATT_MAX),
      b: reasoning.number('b', -PLATT_MAX, PLATT_MAX),
    },
  };
}

/** @throws UnusableLocalModel */
export const readAnswerMaps = (manifest: Fields): readonly AnswerMap[] =>
  manifest
    .object('calibration', ['answer'])
    .objects(
      'answer',
      [0, MAPS_MAX],
      ['type', 'from', 'to', 'lettersPerPieceBelow', 'knots'],
      (map) => ({
        type: map.oneOf('type', QUESTION_TYPES),
        from: map.whole('from', ...OPTIONS),
        to: map.whole('to', ...OPTIONS),
        lettersPerPieceBelow: map.has('lettersPerPieceBelow')
          ? map.number('lettersPerPieceBelow', ...LETTERS_PER_PIECE)
          : Infinity,
        knots: readKnots(map),
      }),
    );

function readKnots(map: Fields): readonly Knot[] {
  const knots = map.list('knots', 1, KNOTS_MAX);
  let last: Knot = [-1, 0];
  for (const knot of knots) {
    if (!isKnot(knot) || knot[0] <= last[0] || knot[1] < last[1]) {
      throw map.fault(
        'knots',
        'must be pairs from 0 to 1, of which the first rises and the second does not fall',
      );
    }
    last = knot;
  }
  return knots as readonly Knot[];
}

const isKnot = (value: unknown): value is Knot =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((part) => typeof part === 'number' && part >= 0 && part <= 1);
