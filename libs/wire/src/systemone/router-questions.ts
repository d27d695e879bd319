import type { TypedOption, TypedQuestion } from './decision-request.js';

/** What a request may want done, in the order of a router's labels. */
export const ROUTER_TASKS = [
  'code',
  'writing',
  'translation',
  'extraction',
  'document',
  'support',
  'smalltalk',
  'action',
] as const;

/** How much it takes, the least first. */
const COMPLEXITIES = ['trivial', 'simple', 'moderate', 'hard'] as const;

const labels = (names: readonly string[]): readonly TypedOption[] =>
  names.map((name) => ({ name, shown: name, description: null }));

const called = (name: string) => ({ name, id: null, instructions: '' });

/** What a router answers, in this order. Its model was trained for them, and is shown none of their words. */
export const ROUTER_QUESTIONS: readonly TypedQuestion[] = [
  { type: 'noul', ...called('reasoning'), criteria: null },
  { type: 'score', ...called('complexity'), levels: labels(COMPLEXITIES) },
  { type: 'choice', ...called('task'), options: labels(ROUTER_TASKS) },
];
