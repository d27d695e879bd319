import { invalid } from '../provider-error.js';
import { missing, type Check } from '../validation/check.js';

/** A multipart body. @throws ProviderError 400 for any other */
export function formOf(body: unknown): FormData {
  if (body instanceof FormData) return body;
  throw invalid('The request body must be multipart/form-data.');
}

export function fileIn(form: FormData, name: string): File {
  const file = form.get(name);
  if (file instanceof File) return file;
  throw file === null ? missing(name) : invalid(`Expected '${name}' to be a file.`, name);
}

/** The text of a field, after its check; undefined where the form has no such field. */
export function textIn(form: FormData, name: string, check: Check): string | undefined {
  const text = form.get(name);
  if (text === null) return undefined;
  check(text, name);
  return typeof text === 'string' ? text : undefined;
}

export function requiredTextIn(form: FormData, name: string, check: Check): string {
  const text = textIn(form, name, check);
  if (text === undefined) throw missing(name);
  return text;
}

/** Refuses fields that the endpoint does not know. */
export function checkFields(form: FormData, known: ReadonlySet<string>): void {
  for (const key of form.keys()) {
    const name = key.replace(/\[.*$/, ''); // Lists arrive as `name[]`.
    if (known.has(name)) continue;
    throw invalid(`Unrecognized request argument supplied: ${name}`, name, 'unknown_parameter');
  }
}
