import type { Schema } from '../document.js';

/** A whole number that may be left out, which clients write as null. */
export const count = (least: number, description: string): Schema => ({
  type: ['integer', 'null'],
  minimum: least,
  description,
});
