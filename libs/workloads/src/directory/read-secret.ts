import { readFileSync } from 'node:fs';
import { Secret } from '#kernel';
import type { SecretRef } from '../settings-file/settings-file.dto.js';

/** Where `{env: NAME}` is looked up; the process environment, or a test's own. */
export type Variables = (name: string) => string | undefined;

/** Where `{stored: id}` is looked up. */
export type Stored = (id: string) => string | undefined;

/** Undefined when the variable is not set, the file cannot be read, or there is nothing in it. */
export function readSecret(
  ref: SecretRef,
  variables: Variables,
  stored: Stored = () => undefined,
): Secret | undefined {
  if (ref.stored !== undefined) return secretOf(stored(ref.stored));
  if (ref.env !== undefined) {
    return secretOf(variables(ref.env));
  }
  try {
    return secretOf(readFileSync(ref.file as string, 'utf8').trim());
  } catch {
    return undefined; // The caller names the setting; the reason would only name the path again.
  }
}

const secretOf = (value: string | undefined): Secret | undefined =>
  value ? new Secret(value) : undefined;

export const nameOfRef = (ref: SecretRef): string =>
  ref.env ?? ref.file ?? 'what was typed into the Console';
