import { describe, expect, it } from 'vitest';
import { objectOf, parseJson, type JsonObject } from '#kernel';
import { isAsApproved, liveTools } from './live-tool.js';

const resultOf = (value: unknown): JsonObject =>
  objectOf(parseJson(JSON.stringify(value)).root) as JsonObject;
const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } };

describe('tools as their server lists them', () => {
  it('are read one by one; what is none is left out', () => {
    const tool = { name: 'echo', description: 'Says it again.', inputSchema: schema };
    const { tools, next } = liveTools(
      resultOf({
        tools: [tool, { name: 'x' }, 'y', { inputSchema: schema }, { ...tool, name: '' }],
        nextCursor: 'p2',
      }),
    );
    expect(tools).toEqual([tool]);
    expect(next).toBe('p2');
    expect(liveTools(resultOf({})).tools).toEqual([]);
  });

  it('are what was approved whatever the order of members, and by nothing less', () => {
    const pin = { description: 'x', inputSchema: schema };
    const turned = {
      properties: { b: { type: 'number' }, a: { type: 'string' } },
      type: 'object',
    };
    expect(isAsApproved(pin, { description: 'x', inputSchema: turned })).toBe(true);
    for (const change of [
      { description: 'x ' },
      { title: 'X' },
      { inputSchema: { ...schema, required: ['a'] } },
      { outputSchema: {} },
      { annotations: { readOnlyHint: true } },
    ]) {
      expect(isAsApproved(pin, { ...pin, ...change })).toBe(false);
    }
  });
});
