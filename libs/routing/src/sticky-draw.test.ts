import { describe, expect, it } from 'vitest';
import { aDocument, aRoutedCall } from '../../../test/support/a-call.js';
import { conversationOf, drawFor } from './sticky-draw.js';

const conversation = (body: object) =>
  conversationOf(aRoutedCall({ body: { kind: 'json', document: aDocument(body) } }));
const LONG = 'x'.repeat(5_000);
const said = (...texts: string[]) => texts.map((content) => ({ role: 'user', content }));

describe('a conversation', () => {
  it('is known by its key', () => {
    const [one, other] = [['a'], ['b']].map((texts) =>
      conversation({ prompt_cache_key: 'k1', messages: said(...texts) }),
    );
    expect(one).toBe(other);
    expect(one).not.toBe(conversation({ prompt_cache_key: 'k2', messages: said('a') }));
  });

  it.each(['messages', 'input', 'contents'])('is known by how it begins, in %s', (name) => {
    const begun = conversation({ [name]: said(LONG) });
    expect(begun).toBeDefined();
    expect(conversation({ [name]: said(LONG, 'and then?'), stream: true })).toBe(begun);
    expect(conversation({ [name]: said(`y${LONG}`) })).not.toBe(begun);
  });

  it('of which no provider caches anything is known by nothing', () => {
    expect(conversation({ messages: said('Hi') })).toBeUndefined();
    expect(conversationOf(aRoutedCall({ body: { kind: 'none' } }))).toBeUndefined();
  });
});

describe('the draw for it', () => {
  const alias = { name: 'fast', targets: [], fallbacks: [] };

  it('comes out the same, and otherwise for another alias or owner', () => {
    const draw = drawFor('org', 'key k')(alias);
    expect(drawFor('org', 'key k')(alias)).toBe(draw);
    expect(drawFor('other', 'key k')(alias)).not.toBe(draw);
    expect(drawFor('org', 'key k')({ ...alias, name: 'slow' })).not.toBe(draw);
  });

  it('is spread evenly over many', () => {
    const draws = Array.from({ length: 4_000 }, (_, at) => drawFor('org', `key ${at}`)(alias));
    const below = draws.filter((draw) => draw < 0.25).length;
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
    expect(Math.abs(below - 1_000)).toBeLessThan(150); // Five standard deviations.
  });
});
