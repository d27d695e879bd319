import { nearestName, refuse, type GatewayError } from '#kernel';

/** Called where a fault has to be named: a body has a hundred thousand parts. */
export type PathOf = () => string;

export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** More, and it is another word: `output_audio` and `input_audio` are three letters apart. */
const SLIPS_MAX = 2;

/** Is it one of these, misspelt? What is newer than this is further from all of them. */
export const isSlip = (word: string, known: Iterable<string>): boolean =>
  nearestName(word, known, SLIPS_MAX) !== undefined;

export const unreadable = (param: string, value: string | undefined): GatewayError =>
  value === undefined
    ? invalid(param, 'is missing, or no string')
    : invalid(param, 'is no value that can be translated for the chosen model');

export const invalid = (param: string, fault: string): GatewayError =>
  refuse('field_invalid', { param, message: `${param} ${fault}.` });
