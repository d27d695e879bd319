import { describe, expect, it } from 'vitest';
import { parseJson, runAtOnce } from '#kernel';
import { checkMembers } from './deciding-members.js';

const check = (body: object) => () => runAtOnce(checkMembers(parseJson(JSON.stringify(body)).root));

describe('the members that decide', () => {
  it('pass under their own names, with null where they are not set', () => {
    const body = { model: 'a/b', stream: true, n: 2, max_tokens: 0, background: false, input: 'x' };
    expect(check(body)).not.toThrow();
    expect(check({ tools: [{ type: 'function', parameters: { model: 'x' } }] })).not.toThrow();
    expect(
      check({
        tools: [{ type: 'function', function: { parameters: { properties: { model: {} } } } }],
      }),
    ).not.toThrow();
    const input_schema = { properties: { model: { type: 'string' } } };
    expect(check({ tools: [{ name: 'agent', input_schema }] })).not.toThrow();
    expect(check({ tools: [{ name: 'agent', type: null, input_schema }] })).not.toThrow();
    expect(check({ model: 'a/b', deferred: false, plugins: [{ id: 'web' }] })).not.toThrow();
    expect(check({ model: 'a/b', stream: null, n: null, background: null })).not.toThrow();
    expect(check({ messages: [], temperature: 1, metadata: { Model: 'x' } })).not.toThrow();
  });

  it.each([
    'Model',
    'MODEL',
    'model[]',
    'model.name',
    ' model',
    'Stream',
    'ſtream',
    'Stream_Options',
    'streamOptions',
    'N',
    'maxTokens',
    'max-tokens',
    'Max_Completion_Tokens',
    'bacKground',
    'Background',
    'serviceTier',
    'previousResponseId',
    'Gw',
  ])('have no other spelling: %s', (name) => {
    expect(check({ model: 'a/b', [name]: 1 })).toThrow(
      expect.objectContaining({ key: 'field_invalid' }),
    );
  });

  it.each([
    { models: ['a/b'] },
    { models: [] },
    { fallbacks: ['a/b'] },
    { background: true },
    { background: 'true' },
    { stream: 'true' },
    { stream: 1 },
    { n: '5' },
    { n: 1.5 },
    { n: -1 },
    { max_tokens: '5000' },
    { max_output_tokens: [1] },
    { tools: [{ type: 'web_search' }, { type: 'image_generation', model: 'x' }] },
    { tools: [{ type: 'image_generation', Model: 'x' }] },
    { tools: [{ type: 'fusion', parameters: { analysis_models: ['x'] } }] },
    { tools: [{ type: 'advisor', input_schema: { model: 'x' } }] },
    { tools: [{ name: 'agent', model: 'x', input_schema: {} }] },
    { tools: [{ name: 'agent', settings: { input_schema: { model: 'x' } } }] },
    { plugins: [{ id: 'fusion', input_schema: { model: 'x' } }] },
    { plugins: [{ id: 'fusion', model: 'x' }] },
    { plugins: [{ id: 'fusion', settings: [{ judgeModel: 'x' }] }] },
    { plugins: { fusion: { Models: ['x'] } } },
    { Plugins: [] },
    { ' tools': [] },
    { deferred: true },
    { deferred: 1 },
    { Deferred: false },
  ])('have one form: %o', (members) => {
    expect(check({ model: 'a/b', ...members })).toThrow(
      expect.objectContaining({ key: 'field_invalid' }),
    );
  });
});
