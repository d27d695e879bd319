import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson, type OrganisationId, type WorkloadId } from '#kernel';
import { NO_USAGE } from '#wire';
import { TestClock } from '../../../../test/support/test-clock.js';
import { AnswerMemory } from './answer-memory.js';
import { cacheKeyOf, nameOf, placeOf } from './cache-place.js';
import { canonicalJson } from './canonical-json.js';

const REQUESTS = 10_000;

const organisations = ['a', 'b', 'c'] as unknown as OrganisationId[];
const scopes = ['a', 'one', 'two'] as unknown as WorkloadId[];
const keyOf = (id: OrganisationId, round: number) =>
  cacheKeyOf(id, round, Buffer.alloc(32, organisations.indexOf(id)));

/** Few words, so that many requests nearly meet; members in any order. */
const word = fc.constantFrom('a', 'b', 'ab', '', '"', 'a","b":"', '1', 'é', 'e\u0301');
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.constantFrom(0, 1, 10, -1, null, true, false),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(word, tie('value'), { maxKeys: 2 }),
  ),
})).value;
const request = fc.record(
  { messages: value, temperature: fc.constantFrom(0, 1), stream: fc.boolean() },
  { requiredKeys: ['messages'] },
);
const asked = fc.record({
  organisationId: fc.constantFrom(...organisations),
  scopeId: fc.constantFrom(...scopes),
  round: fc.constantFrom(1, 2),
  request,
});

/** What is the same request, said by a plain implementation. */
const plain = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(plain);
  if (typeof json !== 'object' || json === null) return json;
  const members = Object.entries(json).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { members: members.map(([name, one]) => [name, plain(one)]) };
};
const IGNORED = new Set(['stream']);

it('no request is given an answer that is not its own: of its organisation, its scope, its key and its words', () => {
  const memory = new AnswerMemory(new TestClock(), 2_000);
  const owners = new Map<string, string>();
  let hits = 0;
  for (const one of fc.sample(asked, { numRuns: REQUESTS, seed: 7 })) {
    const { organisationId, scopeId, round, request: body } = one;
    const text = canonicalJson(parseJson(JSON.stringify(body)), IGNORED);
    const { stream: _stream, ...said } = body;
    const owner = JSON.stringify([organisationId, scopeId, round, plain(said)]);
    const name = nameOf(placeOf({ organisationId, scopeId }, keyOf(organisationId, round), text));
    const found = memory.get(name);
    if (found) hits++;
    expect(found?.callId ?? owner).toBe(owner);
    expect(owners.get(owner) ?? name).toBe(name); // And equal requests do meet.
    owners.set(owner, name);
    memory.set(name, {
      callId: owner,
      provider: 'p',
      model: 'm',
      usage: NO_USAGE,
      events: [],
      storedAtMs: 0,
      expiresAtMs: Number.MAX_SAFE_INTEGER,
    });
  }
  expect(hits).toBeGreaterThan(100);
});

it('members in another order are the same request, another spelling of a number is another one', () => {
  const of = (text: string) => canonicalJson(parseJson(text), IGNORED);
  expect(of('{"b":[1, {"d":2,"c":3}],"a":"x", "stream":true}')).toBe(
    of('{"a":"x","b":[1,{"c":3,"d":2}]}'),
  );
  expect(of('{"a":9007199254740993}')).not.toBe(of('{"a":9007199254740992}'));
  expect(of('{"a":{"stream":true}}')).not.toBe(of('{"a":{}}')); // Left out at the top alone.
});
