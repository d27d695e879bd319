import { expect, it } from 'vitest';
import { NO_USAGE, type ReplyEvent } from '#wire';
import { TestClock } from '../../../../test/support/test-clock.js';
import { aPart } from '../../../../test/support/wire.js';
import { AnswerMemory } from './answer-memory.js';
import type { KeptAnswer } from './kept-answer.js';

const FRESH_MS = 2_000;
const MEBI = 1_024 * 1_024;
const THOUGHT = aPart('0/thinking');
const CALL = aPart('0/tool/0');

const answerOf = (...events: readonly ReplyEvent[]): KeptAnswer => ({
  callId: 'id',
  provider: 'p',
  model: 'm',
  usage: NO_USAGE,
  events,
  storedAtMs: 0,
  expiresAtMs: Number.MAX_SAFE_INTEGER,
});
const long = 'a'.repeat(MEBI);

it.each<[string, ReplyEvent]>([
  ['texts', { type: 'text', part: THOUGHT, delta: long }],
  ['signatures', { type: 'signature', part: THOUGHT, value: { origin: 'messages', value: long } }],
  ['sealed thoughts', { type: 'opaque', choice: 0, value: { origin: 'responses', value: long } }],
  ['names', { type: 'part_start', part: CALL, tool: { id: 'c', name: long, isCustom: false } }],
])('has room for so many %s, the newest', (_, event) => {
  const memory = new AnswerMemory(new TestClock(), FRESH_MS);
  for (let n = 0; n < 64; n++) memory.set(`${n}`, answerOf(event));
  const held = Array.from({ length: 64 }, (_, n) => memory.get(`${n}`)).filter(Boolean);
  expect(held.length).toBeGreaterThan(16);
  expect(held.length).toBeLessThanOrEqual(32);
  expect(memory.get('63')).toBeDefined();
});

it('holds nothing that it may not give any more', () => {
  const clock = new TestClock();
  const memory = new AnswerMemory(clock, FRESH_MS);
  memory.set('old', answerOf({ type: 'text', part: THOUGHT, delta: 'old' }));
  clock.skip(FRESH_MS);
  memory.set('new', answerOf({ type: 'text', part: THOUGHT, delta: 'new' }));
  expect(memory.size).toBe(1);
});

it('holds what was looked up for its time from when the look began', () => {
  const clock = new TestClock();
  const memory = new AnswerMemory(clock, FRESH_MS);
  const sinceMs = clock.monotonicMs();
  clock.skip(500);
  memory.set('a', answerOf(), sinceMs);
  expect(memory.get('a')).toBeDefined();
  clock.skip(FRESH_MS - 500);
  expect(memory.get('a')).toBeUndefined();
});

it('does not take what was looked up before it was cleared: it may be what was erased', () => {
  const clock = new TestClock();
  const memory = new AnswerMemory(clock, FRESH_MS);
  const sinceMs = clock.monotonicMs();
  clock.skip(5);
  memory.clear();
  memory.set('a', answerOf(), sinceMs);
  expect(memory.get('a')).toBeUndefined();
});
