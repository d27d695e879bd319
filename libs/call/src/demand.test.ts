import { expect, it } from 'vitest';
import { decisionOf, TASKS, type RequestReading, type Task } from './demand.js';

type Levels = RequestReading['complexity'];

/** A reading that is sure of its task, unless the shares of tasks are told. */
function reading(
  task: Task | Partial<Record<Task, number>>,
  reasoning: number,
  complexity: Levels,
): RequestReading {
  const shares = typeof task === 'string' ? { [task]: 1 } : task;
  const none = Object.fromEntries(TASKS.map((name) => [name, 0])) as Record<Task, number>;
  return { task: { ...none, ...shares }, reasoning, complexity };
}

const EASY: Levels = [0.4, 0.5, 0.1, 0];
const MIDDLING: Levels = [0.1, 0.3, 0.5, 0.1];

it.each<[Task, string]>([
  ['code', 'code'],
  ['writing', 'general'],
  ['translation', 'general'],
  ['extraction', 'extract'],
  ['document', 'document'],
  ['support', 'general'],
  ['smalltalk', 'chat'],
  ['action', 'agent'],
])('leads %s to the route %s', (task, route) => {
  expect(decisionOf(reading(task, 0.5, MIDDLING))).toEqual({ route, demand: 'medium' });
});

it.each<[string, number, Levels]>([
  ['high', 0.7, EASY],
  ['high', 0, [0.55, 0, 0, 0.45]],
  ['high', 0, [0, 0.2, 0.4, 0.4]],
  ['medium', 0.69, EASY],
  ['low', 0.2, EASY],
  ['medium', 0.21, EASY],
  ['medium', 0, [0.44, 0.4, 0.16, 0]],
  ['medium', 0, [0, 0.85, 0.1, 0.05]],
])('asks %s of a model at reasoning %d and levels %j', (demand, reasoning, levels) => {
  expect(decisionOf(reading('code', reasoning, levels))?.demand).toBe(demand);
});

it('tells no route where two tasks are as likely, and does where one is ahead', () => {
  expect(decisionOf(reading({ code: 0.39, action: 0.3 }, 0, EASY))).toBeNull();
  expect(decisionOf(reading({ code: 0.39, action: 0.29 }, 0, EASY))?.route).toBe('code');
  expect(decisionOf(reading({ code: 0.4, action: 0.4 }, 0, EASY))?.route).toBe('code');
});

it('takes the thresholds of whoever asks', () => {
  const strict = {
    high: { reasoning: 0.1, hard: 1, expected: 3 },
    low: { reasoning: 0, easy: 1, expected: 0 },
  };
  expect(decisionOf(reading('code', 0.1, EASY), strict)?.demand).toBe('high');
});
