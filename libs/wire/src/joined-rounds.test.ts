import { expect, it } from 'vitest';
import { JoinedRounds } from './joined-rounds.js';
import type { Part, ReplyEvent } from './reply.js';
import { NO_USAGE } from './usage.js';

const part = (kind: Part['kind'], index = 0): Part => ({ choice: 0, kind, index });
const begin = (one: Part, name?: string): ReplyEvent =>
  name === undefined
    ? { type: 'part_start', part: one }
    : { type: 'part_start', part: one, tool: { id: `id ${name}`, name, isCustom: false } };
const text = (one: Part, delta: string): ReplyEvent => ({ type: 'text', part: one, delta });
const args = (one: Part, delta: string): ReplyEvent => ({ type: 'args', part: one, delta });
const end = (one: Part): ReplyEvent => ({ type: 'part_end', part: one });
const finish = (reason: string): ReplyEvent => ({ type: 'finish', choice: 0, reason });
const usage = (inputTotal: number, outputTotal: number): ReplyEvent => ({
  type: 'usage',
  usage: { ...NO_USAGE, inputTotal, outputTotal },
  isWholeFrame: false,
});
const start: ReplyEvent = { type: 'start', id: 'a' };
const done: ReplyEvent = { type: 'done' };

const saying = (words: string) => {
  const said = part('text');
  return [start, begin(said), text(said, words), end(said)];
};
const searching = (query: string, at = 0) => {
  const call = part('tool_call', at);
  return [
    begin(call, 'find'),
    args(call, query.slice(0, 2)),
    args(call, query.slice(2)),
    end(call),
  ];
};
const found = [finish('tool_calls'), usage(10, 1), done];

it('shows one answer, without the calls, and the sum of what was used', () => {
  const rounds = new JoinedRounds('find');
  const first = rounds.take([...saying('Let me look.'), ...searching('"tax"'), ...found]);
  expect(first.map(({ type }) => type)).toEqual(['start', 'part_start', 'text', 'part_end']);
  expect(rounds.calls).toEqual([{ id: 'id find', name: 'find', args: '"tax"' }]);
  rounds.next(false);
  const second = rounds.take([...saying('The tenth.'), finish('stop'), usage(20, 2), done]);
  expect(rounds.calls).toEqual([]);
  const shown = { choice: 0, kind: 'text', index: 1 };
  expect(second).toEqual([
    begin(shown as Part),
    text(shown as Part, '\n\n'),
    text(shown as Part, 'The tenth.'),
    end(shown as Part),
    finish('stop'),
    usage(30, 3),
    done,
  ]);
});

it('tells the round as an answer, with the calls and pieces of one text as one', () => {
  const rounds = new JoinedRounds('find');
  rounds.take([...saying('Let me look.'), ...searching('"tax"'), ...found]);
  const { events } = rounds.frame;
  expect(events.filter(({ type }) => type === 'args')).toMatchObject([{ delta: '"tax"' }]);
  expect(events.at(-1)).toEqual(done);
});

it('leaves a turn with calls of the caller’s to the caller, numbered as it knows them', () => {
  const rounds = new JoinedRounds('find');
  const own = part('tool_call', 1);
  const shown = rounds.take([
    start,
    ...searching('"tax"'),
    begin(own, 'send'),
    args(own, '{}'),
    end(own),
    ...found,
  ]);
  expect(rounds.calls).toEqual([]);
  expect(shown.find(({ type }) => type === 'part_start')).toMatchObject({ part: { index: 0 } });
  expect(shown.slice(-3)).toEqual(found);
});

it('ends a turn whose call of the caller’s came behind its finish', () => {
  const rounds = new JoinedRounds('find');
  const own = part('tool_call', 1);
  const late = [begin(own, 'send'), args(own, '{}'), end(own)];
  const shown = rounds.take([
    start,
    ...searching('"tax"'),
    finish('tool_calls'),
    ...late,
    usage(10, 1),
    done,
  ]);
  expect(rounds.calls).toEqual([]);
  expect(shown.slice(-3)).toEqual([finish('tool_calls'), usage(10, 1), done]);
});

it('shows no call behind the last round, and ends it as one without', () => {
  const rounds = new JoinedRounds('find');
  rounds.take([start, ...searching('"tax"'), ...found]);
  rounds.next(true);
  const shown = rounds.take([start, ...searching('"again"'), ...found]);
  expect(rounds.calls).toEqual([]);
  expect(shown).toEqual([finish('stop'), usage(20, 2), done]);
});

it('answers no call that was cut off', () => {
  const rounds = new JoinedRounds('find');
  const shown = rounds.take([start, ...searching('"ta'), finish('length'), usage(1, 1), done]);
  expect(rounds.calls).toEqual([]);
  expect(shown).toEqual([start, finish('length'), usage(1, 1), done]);
});

it('says nothing of what was used where one of the rounds did not', () => {
  const rounds = new JoinedRounds('find');
  rounds.take([start, ...searching('"tax"'), finish('tool_calls'), done]);
  rounds.next(false);
  expect(rounds.take([finish('stop'), usage(1, 1), done])).toEqual([finish('stop'), done]);
});

it('hides what OpenAI sealed in front of a call, and shows it in front of all else', () => {
  const sealed: ReplyEvent = {
    type: 'opaque',
    choice: 0,
    value: { origin: 'responses', value: '{}' },
  };
  const rounds = new JoinedRounds('find');
  const first = rounds.take([start, sealed, ...searching('"tax"'), ...found]);
  expect(first).toEqual([start]);
  rounds.next(false);
  const second = rounds.take([sealed, ...saying('Yes.'), finish('stop'), usage(1, 1), done]);
  expect(second[0]).toEqual(sealed);
});

it('passes an error on', () => {
  const error: ReplyEvent = { type: 'error', message: 'no', code: 'upstream_cut' };
  const rounds = new JoinedRounds('find');
  expect(rounds.take([start, ...searching('"tax"'), error])).toEqual([start, error]);
  expect(rounds.calls).toEqual([]);
});
