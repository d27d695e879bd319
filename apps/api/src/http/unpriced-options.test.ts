import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { aKey, anOrganisation, aWorkload } from '../../../../test/support/a-call.js';
import { checkFlags, checkOptionFields, checkOptions } from './unpriced-options.js';

const budget = { nano: 1n, period: 'daily', mode: 'adaptive' } as const;
const limited = [
  aKey(anOrganisation(), aWorkload({ budget })),
  aKey(anOrganisation({ cap: budget })),
  aKey(anOrganisation({ creditNano: 1n })),
];
const [budgeted = aKey()] = limited;
const documentOf = (body: object) => parseJson(JSON.stringify({ model: 'a/b', ...body })).root;
const refused = expect.objectContaining({ key: 'option_unpriced' });

describe('what a provider bills beside its model', () => {
  it.each([
    { plugins: [{ id: 'web' }] },
    { search_parameters: { mode: 'auto' } },
    { web_search_options: {} },
    { webSearchOptions: {} },
    { enable_search: true },
    { connectors: [{ id: 'web-search' }] },
    { data_sources: [{ type: 'azure_search' }] },
    { safety_model: 'a/c' },
    { preset: 'x' },
    { speed: 'faster' },
    { speed: 'fast', service_tier: 'priority' },
    { service_tier: 'PRIORITY' },
    { service_tier: ['priority'] },
    { service_tier: 'something new' },
    { service_tier: 1 },
    { prompt: { id: 'pmpt_a' } },
    { tools: [{ type: 'function', name: 'x' }, { type: 'web_search' }] },
    { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] },
    { tools: [{ type: 'image_generation' }] },
    { tools: [{ type: 'file_search', vector_store_ids: [] }] },
    { tools: [{ type: 'Function' }] },
    { tools: [{ type: 'function', Type: 'web_search' }] },
    { tools: [{ google_search: {} }] },
    { tools: [{ type: 'function', google_search: {} }] },
    { tools: [{ type: 'namespace', tools: [{ type: 'web_search' }] }] },
    { tools: [null] },
    { inference_geo: 'us' },
    { inferenceGeo: 'US' },
    { inference_geo: { only: 'us' } },
    { fallbacks: [{ model: 'other' }] },
    { container: { skills: [{ type: 'anthropic', skill_id: 'pptx' }] } },
    { container: { id: 'c', skills: {} } },
    { anthropic_beta: ['x', 'Context-1M-2025-08-07'] },
    { betas: 'context-1m-2025-08-07' },
    { tools: [{ name: 'x', input_schema: {}, web_search: {} }] },
    { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    { tools: [{ type: 'code_execution_20250825', input_schema: {} }] },
    { tools: { type: 'web_search' } },
    { input: [{ type: 'tool_search_output', tools: [{ type: 'web_search' }] }] },
  ])('is refused where money is counted, and nowhere else: %j', (body) => {
    const root = documentOf(body);
    for (const principal of limited) expect(() => checkOptions(principal, root)).toThrow(refused);
    expect(() => checkOptions(aKey(), root)).not.toThrow();
  });

  it.each([
    { plugins: [], search_parameters: null, enable_search: false, tools: null },
    { service_tier: 'auto' },
    { service_tier: 'flex' },
    { service_tier: null },
    { service_tier: 'priority' },
    { speed: 'fast' },
    { prompt: 'search plugins' },
    { messages: [{ role: 'user', content: 'web_search' }], metadata: { search: 'x' } },
    { tools: [{ type: 'function', function: { name: 'web_search', parameters: { type: {} } } }] },
    { tools: [{ function: { name: 'x' } }, { type: 'custom', name: 'y' }] },
    { tools: [{ type: 'mcp', server_label: 'x' }] },
    { inference_geo: 'global', fallbacks: null },
    { inference_geo: null, container: { id: 'c', skills: [] } },
    { container: 'container_1', anthropic_beta: ['interleaved-thinking-2025-05-14'] },
    { tools: [{ name: 'x', input_schema: { type: 'object' } }] },
    { tools: [{ type: 'bash_20250124', name: 'bash' }] },
  ])('is not what its tokens pay for: %j', (body) => {
    expect(() => checkOptions(budgeted, documentOf(body))).not.toThrow();
  });

  it.each(['context-1m-2025-08-07', 'x, Context-1M-2025-08-07', 'CONTEXT-1M'])(
    'is in no flag: %s',
    (flags) => {
      expect(() => checkFlags(budgeted, flags, 'alt-beta')).toThrow(refused);
      expect(() => checkFlags(aKey(), flags, 'alt-beta')).not.toThrow();
      expect(() => checkFlags(budgeted, 'one-2025-01-01,context', 'alt-beta')).not.toThrow();
    },
  );

  it('is named where only the message is shown', () => {
    const root = documentOf({ tools: [{ type: 'custom', name: 'x' }, { type: 'web_search' }] });
    expect(() => checkOptions(budgeted, root)).toThrow(/Leave out tools\[1\] \(web_search\)\.$/);
  });

  it.each(['tools[0][type]', 'plugins[0][id]', 'web_search_options[x]', 'service_tier'])(
    'is in no form: %s',
    (name) => {
      const parts = [{ kind: 'field', name, value: 'x', contentType: null }] as const;
      expect(() => checkOptionFields(budgeted, parts)).toThrow(refused);
      expect(() => checkOptionFields(aKey(), parts)).not.toThrow();
    },
  );
});
