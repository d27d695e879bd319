import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  bigintArray,
  booleanArray,
  byteaArray,
  intArray,
  smallintArray,
  textArray,
  timestampArray,
  uuidArray,
} from './binary-array.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** What PostgreSQL understood, as the text of each element. */
async function read(type: string, array: Buffer): Promise<(string | null)[]> {
  const cast = type === 'bytea' ? `encode(e, 'hex')` : 'e::text';
  const [row] = await database.app.query<{ elements: (string | null)[] }>(
    {
      name: `test-read-${type}`,
      text: `SELECT coalesce(array_agg(${cast} ORDER BY n), '{}') AS elements
        FROM unnest($1::${type}[]) WITH ORDINALITY AS u(e, n)`,
    },
    [array],
  );
  return row?.elements ?? [];
}

/** Nulls among the values, and no values at all. */
const listOf = <Value>(value: fc.Arbitrary<Value>) =>
  fc.array(fc.option(value, { freq: 6 }), { maxLength: 40, size: 'max' });

function roundTrips<Value>(
  type: string,
  value: fc.Arbitrary<Value>,
  encode: (values: readonly (Value | null)[]) => Buffer,
  textOf: (value: Value) => string,
) {
  it(`brings ${type} to PostgreSQL as it is`, async () => {
    await fc.assert(
      fc.asyncProperty(listOf(value), async (values) => {
        const expected = values.map((one) => (one === null ? null : textOf(one)));
        expect(await read(type, encode(values))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
}

const within = (bits: bigint) => ({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n });

roundTrips('bigint', fc.bigInt(within(64n)), bigintArray, String);
roundTrips('integer', fc.integer(), intArray, String);
roundTrips('smallint', fc.integer({ min: -32_768, max: 32_767 }), smallintArray, String);
roundTrips('boolean', fc.boolean(), booleanArray, String);
roundTrips('uuid', fc.uuid(), uuidArray, (id) => id.toLowerCase());
roundTrips(
  'text',
  fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  textArray,
  (text) => text,
);
roundTrips('bytea', fc.uint8Array({ maxLength: 100 }), byteaArray, (bytes) =>
  Buffer.from(bytes).toString('hex'),
);

it('brings what is much larger than the batch before', async () => {
  const texts = ['a', 'ä'.repeat(100_000), null, 'b'.repeat(300_000), 'c'];
  expect(await read('text', textArray(texts))).toEqual(texts);
});

it('brings moments to the millisecond', async () => {
  const times = [0, Date.parse('1969-07-20T20:17:40.123Z'), Date.parse('2026-11-21T00:00:00.001Z')];
  const [row] = await database.app.query<{ times: Date[] }>(
    { name: 'test-read-times', text: 'SELECT $1::timestamptz[] AS times' },
    [timestampArray([...times, null])],
  );
  expect(row?.times).toEqual([...times.map((time) => new Date(time)), null]);
});

it('refuses a number that does not fit, rather than sending another one', () => {
  expect(() => bigintArray([2n ** 63n])).toThrow(RangeError);
  expect(() => bigintArray([1.5])).toThrow(RangeError);
  expect(() => timestampArray([Number.NaN])).toThrow(RangeError);
  expect(() => smallintArray([40_000])).toThrow(RangeError);
  expect(() => intArray([2 ** 31])).toThrow(RangeError);
});
