import { expect, it } from 'vitest';
import {
  arrayOf,
  isNull,
  isTrue,
  itemsOf,
  member,
  numberOf,
  objectOf,
  stringOf,
} from './json-access.js';
import { Cancellation } from '../cancellation.js';
import { runInSlices } from '../slices.js';
import { parseBytes, parseJson, type JsonDocument } from './json-document.js';

const { root } = parseJson('{"text":"a","count":2,"yes":true,"no":false,"none":null,"list":[1]}');

it('reads a member of its own kind and takes nothing else for it', () => {
  expect(stringOf(member(root, 'text'))).toBe('a');
  expect(stringOf(member(root, 'count'))).toBeUndefined();
  expect(numberOf(member(root, 'count'))).toBe(2);
  expect(numberOf(member(root, 'text'))).toBeUndefined();
  expect(numberOf(member(root, 'yes'))).toBeUndefined();
  expect([isTrue(member(root, 'yes')), isTrue(member(root, 'no'))]).toEqual([true, false]);
  expect([isNull(member(root, 'none')), isNull(member(root, 'no'))]).toEqual([true, false]);
  expect(itemsOf(member(root, 'list'))).toHaveLength(1);
  expect(itemsOf(member(root, 'text'))).toEqual([]);
  expect(objectOf(member(root, 'list'))).toBeUndefined();
  expect(arrayOf(root)).toBeUndefined();
});

it('finds nothing where nothing is', () => {
  expect(member(root, 'other')).toBeUndefined();
  expect(member(undefined, 'text')).toBeUndefined();
  expect(member(member(root, 'list'), '0')).toBeUndefined();
  expect(member(root, 'toString')).toBeUndefined();
});

const read = (bytes: Buffer, isUtf8: boolean) =>
  runInSlices(
    parseBytes([bytes], () => isUtf8),
    new Cancellation(),
  ) as JsonDocument;

it('reads bytes that are UTF-8 and refuses others', () => {
  expect(read(Buffer.from('{"a":"é"}'), true).text).toBe('{"a":"é"}');
  expect(() => read(Buffer.from([0xff]), false)).toThrow(
    expect.objectContaining({ key: 'body_not_utf8' }),
  );
});
