import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyEdits,
  changeMembers,
  member,
  objectOf,
  parseJson,
  parseBytes,
  REQUEST_NODES_MAX,
  runAtOnce,
  valueOf,
} from '../index.js';

describe('parseJson', () => {
  it('reads what JSON.parse reads, and places every value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/"__proto__"/.test(text));
        const { root } = parseJson(` ${text}\n`);
        expect(JSON.parse(JSON.stringify(valueOf(root)))).toEqual(JSON.parse(text));
        expect(JSON.parse(` ${text}\n`.slice(root.start, root.end))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses whatever JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (text, at, noise) => {
        const cut = at % (text.length + 1);
        const broken = text.slice(0, cut) + noise + text.slice(cut + 1);
        let isJson = true;
        try {
          JSON.parse(broken);
        } catch {
          isJson = false;
        }
        if (!isJson) expect(() => parseJson(broken)).toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"a":1,"a":2}', 'body_duplicate_key'],
    ['{"a":{"b":1,"\\u0062":2}}', 'body_duplicate_key'],
    ['['.repeat(65) + ']'.repeat(65), 'body_too_deep'],
    ['{"a":NaN}', 'body_malformed'],
    ['{"a":1} x', 'body_malformed'],
    ['"\\x"', 'body_malformed'],
    ['"a\nb"', 'body_malformed'],
    ['', 'body_malformed'],
  ])('refuses %s', (text, key) => {
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ key }));
  });

  it('says of an object with too many keys that it has too many', () => {
    const keys = Array.from({ length: 10_001 }, (_, index) => `"k${index}":0`);
    expect(() => parseJson(`{${keys.join(',')}}`)).toThrow(
      expect.objectContaining({
        key: 'body_too_deep',
        message: 'An object in the request body has more than 10000 keys. Send fewer.',
      }),
    );
    expect(() => parseJson(`{${keys.slice(1).join(',')}}`)).not.toThrow();
  });

  it('lets no key reach a prototype', () => {
    const value = valueOf(parseJson('{"__proto__":{"polluted":true}}').root);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBeNull();
  });

  it('does not echo the text in its message', () => {
    expect(() => parseJson('{"secret": oops}')).toThrow(/at character 11/);
  });
});

describe('changeMembers', () => {
  it('drops and adds members and leaves every other byte alone', () => {
    const members = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(members, members, fc.boolean(), (present, dropped, adds) => {
        const text = `{ ${present.map((key) => `"${key}" : 1.0`).join(' , ')} }`;
        const root = objectOf(parseJson(text).root);
        if (!root) throw new Error('not an object');
        const add = new Map(adds ? [['z', '"new"']] : []);
        const changed = applyEdits(text, changeMembers(root, new Set(dropped), add));
        const result = parseJson(changed).root;
        for (const key of present) {
          expect(member(result, key) !== undefined).toBe(!dropped.includes(key));
        }
        expect(member(result, 'z') !== undefined).toBe(adds);
        expect(changed).not.toContain(': 1,');
      }),
    );
  });
});

describe('a request that is parsed', () => {
  const body = (values: number) => Buffer.from(`[${'1,'.repeat(values - 1)}1]`);
  const parse = (values: number) => {
    const steps = parseBytes([body(values)], () => true);
    for (;;) {
      const next = steps.next();
      if (next.done) return next.value;
    }
  };

  it('holds a bounded number of values, whose memory is many times that of their text', () => {
    expect(parse(REQUEST_NODES_MAX - 1).nodes).toBe(REQUEST_NODES_MAX);
    expect(() => parse(REQUEST_NODES_MAX)).toThrow(
      expect.objectContaining({ key: 'body_too_large' }),
    );
  });
});

it('reads a body the same however it was cut on its way', () => {
  const text = JSON.stringify(['aż漢🌍'.repeat(60_000)]);
  const bytes = Buffer.from(text);
  const read = (size: number, whole: Buffer) => {
    const chunks: Buffer[] = [];
    for (let at = 0; at < whole.length; at += size) chunks.push(whole.subarray(at, at + size));
    return runAtOnce(parseBytes(chunks, isUtf8));
  };
  for (const size of [65_535, 65_536, 524_287, 524_289, bytes.length]) {
    expect(read(size, bytes).text === text).toBe(true);
  }
  const broken = Buffer.from(bytes);
  broken[bytes.length - 5] = 0xff;
  expect(() => read(65_536, broken)).toThrow(expect.objectContaining({ key: 'body_not_utf8' }));
});

it('drops the mark of the order of bytes, which the next reader may take for something else', () => {
  const read = (text: string) => runAtOnce(parseBytes([Buffer.from(text)], isUtf8));
  expect(read('\ufeff{"a":1}').text).toBe('{"a":1}');
  expect(() => read('\ufeff\ufeff{}')).toThrow(expect.objectContaining({ key: 'body_malformed' }));
});
