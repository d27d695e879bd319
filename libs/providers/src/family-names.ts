import * as families from './families.js';

/** The names that a provider's `family` may have. */
export const FAMILY_NAMES: readonly string[] = Object.keys(families);
