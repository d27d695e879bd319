import { describe, expect, it } from 'vitest';
import { checkArguments } from './check-arguments.js';

const pinOf = (inputSchema: object) => ({ description: '', inputSchema });
const TEXT = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

describe('arguments of a tool', () => {
  it('are held to its schema; what is wrong is told by its place and never by its value', () => {
    const pin = pinOf(TEXT);
    expect(checkArguments(pin, { text: 'x' })).toBeUndefined();
    expect(checkArguments(pin, {})).toContain('text');
    const fault = checkArguments(pin, { text: 4_711 });
    expect(fault).toContain('arguments/text');
    expect(fault).not.toContain('4711');
  });

  it.each([
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2020-12/schema',
    'https://example.org/a-dialect-of-its-own',
  ])('are checked whatever dialect the schema names: %s', ($schema) => {
    const pin = pinOf({ $schema, $id: 'https://example.org/tool', ...TEXT });
    expect(checkArguments(pin, { text: 1 })).toBeDefined();
    expect(checkArguments(pin, { text: 'x' })).toBeUndefined();
  });

  it('are left to the server where the schema cannot be read', () => {
    const pin = pinOf({ type: 'object', properties: { text: { pattern: '(?<=x)y' } } });
    expect(checkArguments(pin, { text: 'y' })).toBeUndefined();
    expect(checkArguments(pinOf({ type: 'object', $ref: '#/nowhere' }), {})).toBeUndefined();
  });

  it('take time in line with their length, whatever pattern a server has', () => {
    const pin = pinOf({ type: 'object', properties: { text: { pattern: '^(a+)+$' } } });
    const startedMs = performance.now();
    expect(checkArguments(pin, { text: `${'a'.repeat(20_000)}!` })).toBeDefined();
    expect(performance.now() - startedMs).toBeLessThan(5_000); // A backtracking one would never end.
    const items = pinOf({
      type: 'object',
      properties: { all: { type: 'array', uniqueItems: true } },
    });
    const all = Array.from({ length: 20_000 }, (_, at) => ({ at }));
    expect(checkArguments(items, { all })).toBeUndefined();
  });
});
