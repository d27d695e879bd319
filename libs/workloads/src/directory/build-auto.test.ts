import { expect, it } from 'vitest';
import { DEMAND_DEFAULTS } from '#call';
import { AutoDto } from '../settings-file/auto.dto.js';
import { buildAuto } from './build-auto.js';

it('has the thresholds of the router where the settings say none', () => {
  expect(buildAuto(new AutoDto())?.thresholds).toEqual(DEMAND_DEFAULTS);
  expect(buildAuto(undefined)).toBeNull();
});
