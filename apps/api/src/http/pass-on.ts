import type { IncomingMessage } from 'node:http';
import { refuse } from '#kernel';
import { hasMisspeltWord } from './path-template.js';

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

const UNSAFE = /%2f|%5c|%00|\\|;|\/\/|\/$|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;
// Letters, digits and -._~ need no escape: one that has it hides a word from us, not from a provider.
const HIDDEN = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i;
const CONTROL = /[\u0000-\u0020\u007f-\uffff]/;

/**
 * A path goes on to the provider as it is, so it must not be able to lead elsewhere, nor mean more
 * to a provider than it does here: what is held, refused and sealed goes by its words.
 * @throws path_invalid
 */
export function checkPath(path: string, query: string): void {
  const isUnsafe = UNSAFE.test(path) || HIDDEN.test(path) || CONTROL.test(path + query);
  if (isUnsafe || hasMisspeltWord(path)) throw refuse('path_invalid');
}
