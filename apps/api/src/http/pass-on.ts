import type { IncomingMessage } from 'node:http';
import { refuse } from '#kernel';

/** Request headers that mean something to a provider. Everything else stays here. */
const PASSED = ['accept', 'openai-beta'];

export function passedHeadersOf({ headers }: IncomingMessage): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of PASSED) {
    const value = headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  return passed;
}

const UNSAFE = /%2f|%5c|%00|\\|\/\/|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;
const CONTROL = /[\u0000-\u0020\u007f-\uffff]/;

/**
 * A path goes on to the provider as it is, so it must not be able to lead elsewhere.
 * @throws path_invalid
 */
export function checkPath(path: string, query: string): void {
  if (UNSAFE.test(path) || CONTROL.test(path + query)) throw refuse('path_invalid');
}
