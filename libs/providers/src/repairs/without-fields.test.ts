import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cancellation } from '#kernel';
import { DROPPABLE } from './droppable.js';
import { withoutFields } from './without-fields.js';

const without = async (body: unknown, ...paths: readonly string[]) =>
  JSON.parse(await withoutFields(JSON.stringify(body), paths, new Cancellation())) as unknown;

describe('a body without what was refused', () => {
  it('loses members at their places, and nothing else', async () => {
    const schema = { strict: true, properties: { seed: { type: 'string' } } };
    const body = {
      seed: 1,
      tools: [
        { type: 'function', function: { name: 'f', strict: true, parameters: schema } },
        { type: 'function', function: { strict: false } },
      ],
      messages: [{ role: 'user', content: 'seed', seed: 2 }],
    };
    expect(await without(body, 'seed', 'tools.*.function.strict')).toEqual({
      tools: [
        { type: 'function', function: { name: 'f', parameters: schema } },
        { type: 'function', function: {} },
      ],
      messages: body.messages,
    });
  });

  it('is the very text where it has nothing of it', async () => {
    const text = '{ "a" : 1.50 }';
    expect(await withoutFields(text, ['seed'], new Cancellation())).toBe(text);
    expect(await withoutFields('{"x":{"seed":1}}', ['seed'], new Cancellation())).toBe(
      '{"x":{"seed":1}}',
    );
  });

  it('loses points of the cache as the items that they are', async () => {
    const point = { cachePoint: { type: 'default', ttl: '1h' } };
    const text = { text: 'a' };
    for (const system of [
      [point, text],
      [text, point],
      [text, point, point, text, point],
      [point, point],
      [point],
    ]) {
      const kept = system.filter((item) => item === text);
      expect(await without({ system, a: 1 }, 'system.*.cachePoint')).toEqual({
        system: kept,
        a: 1,
      });
    }
    expect(await without({ system: [point] }, 'system.*.cachePoint.ttl')).toEqual({
      system: [{ cachePoint: { type: 'default' } }],
    });
  });

  it('is parsed in slices where it is long', async () => {
    const messages = [{ role: 'user', content: 'word '.repeat(50_000) }];
    expect(await without({ seed: 1, messages }, 'seed')).toEqual({ messages });
  });

  it('stays JSON that says the rest, whatever it holds', async () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
      ),
    })).value;
    const paths = ['a', 'b.a', 'b.*.c', 'c.*.*.a'];
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom('a', 'b', 'c'), value), async (body) => {
        const once = await without(body, ...paths);
        expect(await without(once, ...paths)).toEqual(once);
        expect(Object.keys(once as object)).toEqual(Object.keys(body).filter((key) => key !== 'a'));
      }),
    );
  });
});

it('nothing that says, shows, limits, prices or keeps is ever left out', () => {
  const paths = Object.values(DROPPABLE).flatMap((list) => list.map(([path]) => path));
  const names = paths.map((path) => path.slice(path.lastIndexOf('.') + 1));
  const kept =
    /^(?:model|messages|contents|content|system|systemInstruction|parts|text|name|parameters|input_schema|inputSchema|response_format|format|responseSchema|n|stop|stream|include_usage|store|inference_geo)$|max|tier|schema|stop/i;
  expect(names.filter((name) => kept.test(name))).toEqual([]);
});
