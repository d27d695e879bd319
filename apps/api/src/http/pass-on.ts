import type { IncomingMessage } from 'node:http';
import { refuse } from '#kernel';

const TYPE = /[a-z]{1,16}|\*/.source;
const SUBTYPE = /[a-z][a-z0-9.+-]{0,80}|\*/.source;
const PARAMETER = /[ \t]*;[ \t]*[a-z][a-z0-9-]{0,20}=[a-z0-9._-]{1,40}/.source;
const RANGE = `(?:${TYPE})/(?:${SUBTYPE})(?:${PARAMETER}){0,4}`;
const BETA = /[a-z][a-z0-9_-]{0,60}(?:=[a-z0-9._-]{1,40})?/.source;
const listOf = (item: string): RegExp =>
  new RegExp(`^${item}(?:[ \\t]*,[ \\t]*${item}){0,31}$`, 'i');

/**
 * Request headers that mean something to a provider, with the form that their values have.
 * Everything else stays here.
 */
const PASSED: readonly (readonly [name: string, form: RegExp])[] = [
  ['accept', listOf(RANGE)],
  ['openai-beta', listOf(BETA)],
];

/** @throws header_invalid */
export function passedHeadersOf({ headers }: IncomingMessage): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, form] of PASSED) {
    const value = headers[name];
    if (typeof value !== 'string') continue;
    if (!form.test(value)) {
      throw refuse('header_invalid', {
        param: name,
        message: `The header ${name} has a value that is not forwarded.`,
      });
    }
    passed[name] = value;
  }
  return passed;
}
