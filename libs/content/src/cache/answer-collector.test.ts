import { expect, it } from 'vitest';
import { failed } from '#kernel';
import { NO_USAGE, readKeptEvents, writeKeptAnswer, type ReplyEvent } from '#wire';
import { anEndpoint, anOutcome } from '../../../../test/support/a-call.js';
import { aPart } from '../../../../test/support/wire.js';
import { AnswerCollector } from './answer-collector.js';

const TEXT = aPart('0/text');
const CALL = aPart('0/tool/0');
const USAGE = { ...NO_USAGE, inputTotal: 3, outputTotal: 4 };
const ENDPOINT = anEndpoint();
const CHARGE = {
  kind: 'settle',
  usage: USAGE,
  usageSource: 'provider',
  nano: 1n,
  holdNano: 1n,
  overrunNano: 0n,
  priceVersion: 1,
  currency: 'EUR',
  basis: 'usage',
} as const;
const GOOD = anOutcome({ endpoint: ENDPOINT, charge: CHARGE });

const ANSWER: readonly ReplyEvent[] = [
  { type: 'start', id: 'a' },
  { type: 'part_start', part: TEXT },
  { type: 'text', part: TEXT, delta: 'Hel' },
  { type: 'text', part: TEXT, delta: 'lo', at: { start: 1, end: 3 } },
  { type: 'part_end', part: TEXT },
  { type: 'part_start', part: CALL, tool: { id: 'c', name: 'f', isCustom: false } },
  { type: 'args', part: CALL, delta: '{"a":' },
  { type: 'args', part: CALL, delta: '1}' },
  { type: 'part_end', part: CALL },
  { type: 'finish', choice: 0, reason: 'tool_calls' },
  { type: 'usage', usage: USAGE, isWholeFrame: true },
  { type: 'done' },
];
const collect = (events: readonly ReplyEvent[], outcome = GOOD) => {
  const collector = new AnswerCollector();
  for (const event of events) collector.see({ document: null, edits: [], events: [event] });
  return collector.finish({ callId: 'id' as never }, outcome);
};

it('keeps what was said, each text whole, and nothing of the one call', () => {
  const kept = collect(ANSWER);
  expect(kept).toMatchObject({ callId: 'id', usage: USAGE });
  expect(kept?.events.map(({ type }) => type).join(' ')).toBe(
    'part_start text part_end part_start args part_end finish done',
  );
  const again = readKeptEvents(writeKeptAnswer(kept?.events ?? []));
  expect(again).toEqual(kept?.events);
  const [start, text] = again;
  expect(start && 'part' in start && text && 'part' in text && start.part === text.part).toBe(true);
});

const instead = (from: number, ...events: readonly ReplyEvent[]) =>
  ANSWER.toSpliced(from, 1, ...events);

it.each<[string, readonly ReplyEvent[]]>([
  ['an error', instead(11, { type: 'error', message: 'no', code: 'x' })],
  ['a cut', ANSWER.slice(0, -1)],
  ['what does not say why it ended', ANSWER.toSpliced(9, 1)],
  ['what was filtered', instead(9, { type: 'finish', choice: 0, reason: 'content_filter' })],
  ['a refusal', instead(1, { type: 'part_start', part: { ...TEXT, kind: 'refusal' } })],
  [
    'what a provider did',
    instead(1, { type: 'part_start', part: { ...TEXT, kind: 'provider_call' } }),
  ],
  ['too much', instead(2, { type: 'text', part: TEXT, delta: 'x'.repeat(1_048_577) })],
])('keeps nothing of %s', (_, events) => {
  expect(collect(events)).toBeUndefined();
});

it.each<[string, Partial<typeof GOOD>]>([
  ['failed', { error: failed('upstream_cut') }],
  ['was cut by the budget', { endedBy: 'budget' }],
  ['lost its caller', { callerGone: true }],
  ['was not told whole', { isPartial: true }],
  ['has another status', { status: 203 }],
  ['was charged nothing', { charge: null }],
  ['was processed elsewhere', { marks: ['processed_elsewhere'] }],
  [
    'says what its caller was not shown',
    { found: [{ kind: 'email', subtype: null, action: 'mask', place: 'answer.text', count: 1 }] },
  ],
])('keeps nothing of a call that %s', (_, change) => {
  expect(collect(ANSWER, { ...GOOD, ...change })).toBeUndefined();
});
