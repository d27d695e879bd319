import type { FastifyRequest } from 'fastify';
import { refuse } from '#kernel';

/** Request headers that mean something to a provider. Everything else stays here. */
const PASSED = ['accept', 'openai-beta'];

export function passHeadersOf(request: FastifyRequest): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of PASSED) {
    const value = request.headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  return passed;
}

/** Without the question mark. */
export function queryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
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
