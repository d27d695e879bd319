import { readFileSync } from 'node:fs';
import { Secret } from '#kernel';
import type { SecretRef } from '../settings-file/settings-file.dto.js';

/** Where `{env: NAME}` is looked up; the process environment, or a test's own. */
export type Variables = (name: string) => string | undefined;

/** Undefined when the variable is not set or the file cannot be read. */
export function readSecret(ref: SecretRef, variables: Variables): Secret | undefined {
  if (ref.env !== undefined) {
    const value = variables(ref.env);
    return value === undefined ? undefined : new Secret(value);
  }
  try {
    return new Secret(readFileSync(ref.file as string, 'utf8').trim());
  } catch {
    return undefined; // The caller names the setting; the reason would only name the path again.
  }
}

export const nameOfRef = (ref: SecretRef): string => ref.env ?? ref.file ?? '';
