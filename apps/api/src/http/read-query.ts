import type { Query } from '#call';
import { refuse, type GatewayError } from '#kernel';
import { decidingNameOf, isCredentialName } from './deciding-names.js';

const NAME = /^[\w.-]{1,64}(?:\[[\w.-]{0,64}\])*$/;
const LIST = /\[\]$/; // How the SDKs write one name with several values.
const CONTROL = /[\u0000-\u001f\u007f]/;
const WRITTEN = /^[\u0021\u0022\u0024-\u007e]*$/; // Visible ASCII without the fragment's mark.
const CARRIES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * @param text without the question mark
 * @throws query_invalid for what two readers could take for two things
 */
export function readQuery(text: string, method: string): Query {
  if (!WRITTEN.test(text)) throw invalid('The query holds characters that an address cannot have.');
  const query = text
    .split('&')
    .filter((piece) => piece !== '')
    .map(readPair);
  const seen = new Set<string>();
  for (const [name, value] of query) {
    if (!NAME.test(name) || CONTROL.test(value)) {
      throw invalid('The query holds a name or a value that is not forwarded.');
    }
    if (isCredentialName(name)) {
      throw invalid(`The query holds ${name}. Keys are sent in headers only.`);
    }
    if (CARRIES_BODY.has(method) && decidingNameOf(name) !== undefined) {
      throw invalid(`The query holds ${name}, which is read from the body alone.`);
    }
    const key = name.toLowerCase();
    if (seen.has(key) && !LIST.test(name)) {
      throw invalid(`The query holds ${name} twice. Write a list as ${name}[].`);
    }
    seen.add(key);
  }
  return query;
}

function readPair(piece: string): readonly [string, string] {
  const at = piece.indexOf('=');
  return at < 0
    ? [decoded(piece), '']
    : [decoded(piece.slice(0, at)), decoded(piece.slice(at + 1))];
}

/** As HTML forms write it: a plus is a space. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('The query holds escapes that are no UTF-8.');
  }
}

const invalid = (message: string): GatewayError => refuse('query_invalid', { message });
