import { catalogue, type ErrorKey } from './catalogue.js';

/** A key as a row has it: of this release; what one before has said may be gone. */
export const errorKeyOf = (key: string | null): ErrorKey =>
  key !== null && key in catalogue ? (key as ErrorKey) : 'internal';

/** What is told of an error that a row has kept. */
export function errorTold(key: string | null): { readonly code: string; readonly message: string } {
  const { code, message } = catalogue[errorKeyOf(key)];
  return { code, message };
}
