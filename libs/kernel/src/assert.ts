/** An impossible state fails the call that met it, not the process. */
export function assert(condition: unknown, whatMustHold: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${whatMustHold}`);
}

export const assertNever = (value: never): never => {
  throw new Error(`Unexpected value: ${String(value)}`);
};
