import { VERSION } from '#platform';
import { shippedModel } from './scan/names/model.js';

const DIGITS = 12; // Of the model's SHA-256: enough to tell two apart.

let revision: string | undefined;

/** What looked: the gateway's version and the model that finds names. An entry of the log says it. */
export const engineRevision = (): string =>
  (revision ??= `${VERSION}+names.${shippedModel().sha256.slice(0, DIGITS)}`);
