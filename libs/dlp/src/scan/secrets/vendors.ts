import { CLOUDS } from './vendors/clouds.js';
import { COMMERCE } from './vendors/commerce.js';
import { DEVELOPERS } from './vendors/developers.js';
import { MESSENGERS } from './vendors/messengers.js';
import { MODELS } from './vendors/models.js';
import { OPERATIONS } from './vendors/operations.js';
import type { Vendor } from './vendors/vendor.js';

/** Everyone whose keys are known by how they look or by what they are called. */
export const VENDORS: readonly Vendor[] = [
  ...CLOUDS,
  ...COMMERCE,
  ...DEVELOPERS,
  ...MESSENGERS,
  ...MODELS,
  ...OPERATIONS,
];
