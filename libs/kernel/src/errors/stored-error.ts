import { catalogue, type ErrorKey } from './catalogue.js';

/** A key as a row has it: of this release; what one before has said may be gone. */
export const errorKeyOf = (key: string | null): ErrorKey =>
  key !== null && key in catalogue ? (key as ErrorKey) : 'internal';

/** Where the answer said more than its message, which is gone by the time that a row tells of it. */
const TOLD: Partial<Record<ErrorKey, string>> = {
  upstream_failed:
    'The provider failed, or refused what it was asked. The audit log has the call and each attempt.',
  residency_blocked:
    'Blocked by residency policy: no allowed jurisdiction serves the request. The audit log has the verdict on each endpoint.',
};

/** What is told of an error that a row has kept. */
export function errorTold(key: string | null): { readonly code: string; readonly message: string } {
  const known = errorKeyOf(key);
  const { code, message } = catalogue[known];
  return { code, message: TOLD[known] ?? message };
}
