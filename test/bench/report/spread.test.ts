import { expect, it } from 'vitest';
import { spreadOf } from './spread.js';

it('takes the middle of an odd and the mean of the middles of an even number of rounds', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 });
});

it('passes over what could not be measured', () => {
  expect(spreadOf([null, 5, null])).toEqual({ median: 5, min: 5, max: 5 });
  expect(spreadOf([null])).toBeNull();
});
