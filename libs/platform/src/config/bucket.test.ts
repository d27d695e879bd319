import { expect, it } from 'vitest';
import { readBucket } from './bucket.js';

it.each([
  [
    's3://anchors?region=eu-central-1',
    { bucket: 'anchors', prefix: '', region: 'eu-central-1', endpoint: null, days: 400 },
  ],
  [
    's3://anchors/gw/one/?region=x&days=30&mode=GOVERNANCE&endpoint=http://store:9000',
    { prefix: 'gw/one/', endpoint: 'http://store:9000', days: 30, mode: 'GOVERNANCE' },
  ],
])('reads %s', (text, bucket) => {
  expect(readBucket(text)).toMatchObject(bucket);
});

it.each([
  's3://anchors',
  's3://?region=x',
  'https://anchors?region=x',
  's3://anchors?region=x&days=0',
  's3://anchors?region=x&days=40000',
  's3://anchors?region=x&mode=NONE',
  's3://anchors?region=x&day=3',
  's3://anchors?region=x&endpoint=store',
])('does not read %s', (text) => {
  expect(readBucket(text)).toBeUndefined();
});
