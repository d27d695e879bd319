import { expect, it } from 'vitest';
import { catalogue } from './catalogue.js';
import { errorTold } from './stored-error.js';

it('tells nothing of an answer that nobody has any more', () => {
  const told = Object.keys(catalogue).map((key) => errorTold(key).message);
  expect(told.filter((message) => message.includes('error.gw'))).toEqual([]);
});

it('tells what a release before has said as a fault of the gateway', () => {
  expect(errorTold('gone_by_now')).toEqual(errorTold('internal'));
});
