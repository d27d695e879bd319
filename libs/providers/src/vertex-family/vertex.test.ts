import { describe, expect, it } from 'vitest';
import { GatewayError, Secret } from '#kernel';
import { aCall, aDocument, anEndpoint, anOrganisation } from '../../../../test/support/a-call.js';
import { requestOf } from '../testing/asked.js';
import { vertexBaseUrl } from './address.js';

interface Asked {
  readonly region?: string;
  readonly baseUrl?: string;
  readonly isStreaming?: boolean;
  readonly betas?: string;
  readonly keepsMarks?: boolean;
}

/** A request of the family's own format, as it goes out. */
function written(family: 'gemini' | 'claude', body: object, asked: Asked = {}) {
  const { region = 'europe-west4', isStreaming = false, betas, keepsMarks = true } = asked;
  const protocol = family === 'gemini' ? 'gemini' : 'messages';
  const baseUrl = asked.baseUrl ?? `https://${region}-aiplatform.googleapis.com`;
  const id = family === 'gemini' ? 'gemini-3-flash' : 'claude-sonnet-4-5@20250929';
  const headers = betas === undefined ? {} : { 'anthropic-beta': betas };
  const operation = { kind: 'chat' as const, protocol, hints: { query: [], headers } } as const;
  const order = {
    call: aCall({
      operation,
      isStreaming,
      requestedModel: `vertex/${id}`,
      body: { kind: 'json', document: aDocument(body) },
      organisation: anOrganisation({ explicitPromptCache: keepsMarks }),
    }),
    endpoint: anEndpoint({ family: `vertex-${family}`, baseUrl, region, project: 'p1' }, { id }),
    secret: new Secret('ya29.a-token'),
    nowMs: 0,
  };
  const request = requestOf(order, operation);
  if (typeof request.body !== 'string') throw new Error('the family writes JSON');
  return { ...request, fields: JSON.parse(request.body) as Record<string, unknown> };
}

const SAID = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };
const ASKED = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };

describe('addresses', () => {
  const place = '/v1/projects/p1/locations/europe-west4/publishers';

  it.each([
    ['gemini', false, `${place}/google/models/gemini-3-flash:generateContent`],
    ['gemini', true, `${place}/google/models/gemini-3-flash:streamGenerateContent?alt=sse`],
    ['claude', false, `${place}/anthropic/models/claude-sonnet-4-5@20250929:rawPredict`],
    ['claude', true, `${place}/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict`],
  ] as const)('of %s, streamed: %s', (family, isStreaming, path) => {
    const request = written(family, family === 'gemini' ? SAID : ASKED, { isStreaming });
    expect(request).toMatchObject({
      origin: 'https://europe-west4-aiplatform.googleapis.com',
      path,
      method: 'POST',
      headers: { authorization: 'Bearer ya29.a-token' },
    });
  });

  it.each(['http://127.0.0.1:9/v1', 'http://127.0.0.1:9', 'http://127.0.0.1:9/v1/'])(
    'go on from the base URL %s',
    (baseUrl) => {
      expect(written('gemini', SAID, { baseUrl }).path).toMatch(/^\/v1\/projects\/p1\//);
    },
  );
});

it.each([
  ['europe-west4', 'https://europe-west4-aiplatform.googleapis.com'],
  ['global', 'https://aiplatform.googleapis.com'],
  ['eu', 'https://aiplatform.eu.rep.googleapis.com'],
  ['us', 'https://aiplatform.us.rep.googleapis.com'],
])('the location %s has its own host', (region, url) => {
  expect(vertexBaseUrl(region)).toBe(url);
});

describe('a body for Gemini', () => {
  it('is the caller’s, but for what this platform refuses', () => {
    const called = { name: 'f', args: { id: 'kept' } };
    const answered = { name: 'f', response: { id: 'kept' } };
    const contents = [
      {
        role: 'model',
        parts: [{ functionCall: { id: 'c1', ...called }, thoughtSignature: 'c2ln' }],
      },
      { role: 'user', parts: [{ functionResponse: { ...answered, id: 'c1' } }] },
    ];
    const { fields, headers } = written('gemini', {
      model: 'x',
      contents,
      labels: { team: 'a' },
      serviceTier: 'flex',
    });
    expect(fields).toEqual({
      contents: [
        { role: 'model', parts: [{ functionCall: called, thoughtSignature: 'c2ln' }] },
        { role: 'user', parts: [{ functionResponse: answered }] },
      ],
      labels: { team: 'a' },
    });
    expect(headers).toMatchObject({ 'x-vertex-ai-llm-shared-request-type': 'flex' });
  });

  it('asks for no tier unless the caller did', () => {
    const { headers } = written('gemini', { ...SAID, serviceTier: 'standard' });
    expect(Object.keys(headers).join()).not.toContain('vertex');
  });
});

describe('a body for Claude', () => {
  it('names the version in place of the model', () => {
    expect(written('claude', { ...ASKED, anthropic_version: 'mine', stream: true }).fields).toEqual(
      {
        anthropic_version: 'vertex-2023-10-16',
        max_tokens: 9,
        stream: true,
        messages: ASKED.messages,
      },
    );
  });

  it('has nothing that this platform refuses by name', () => {
    const { fields } = written('claude', {
      ...ASKED,
      speed: 'fast',
      inference_geo: 'us',
      container: 'c',
      context_management: { edits: [] },
      service_tier: 'auto',
      tools: [{ strict: true, name: 'f', input_schema: { type: 'object', strict: true } }],
    });
    expect(Object.keys(fields).toSorted()).toEqual([
      'anthropic_version',
      'max_tokens',
      'messages',
      'tools',
    ]);
    expect(fields['tools']).toEqual([
      { name: 'f', input_schema: { type: 'object', strict: true } },
    ]);
  });

  it('loses marks and `strict` of one tool together', () => {
    const tool = {
      strict: true,
      cache_control: { type: 'ephemeral' },
      name: 'f',
      input_schema: {},
    };
    const other = { name: 'g', cache_control: { type: 'ephemeral' }, strict: false };
    const body = { ...ASKED, tools: [tool, other] };
    expect(written('claude', body, { keepsMarks: false }).fields['tools']).toEqual([
      { name: 'f', input_schema: {} },
      { name: 'g' },
    ]);
    expect(written('claude', body).fields['tools']).toEqual([
      { cache_control: { type: 'ephemeral' }, name: 'f', input_schema: {} },
      { name: 'g', cache_control: { type: 'ephemeral' } },
    ]);
  });

  it.each([
    [undefined, 1],
    ['Be brief.', 2],
    [[{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }], 2],
    [[], 1],
  ])('says the schema of the answer in words behind the system %j', (system, blocks) => {
    const output_config = { effort: 'low', format: { type: 'json_schema', schema: { a: 1 } } };
    for (const keepsMarks of [true, false]) {
      const { fields } = written('claude', { ...ASKED, system, output_config }, { keepsMarks });
      const said = fields['system'] as readonly { readonly text: string }[];
      expect(said).toHaveLength(blocks);
      expect(said.at(-1)?.text).toContain('{"a":1}');
      expect(JSON.stringify(fields)).not.toContain('json_schema');
    }
  });

  const url = { type: 'url', url: 'https://example.org/a.png' };
  it.each([
    ['[0].source.url', [{ type: 'image', source: url }]],
    ['[0].source.file_id', [{ type: 'document', source: { type: 'file', file_id: 'f' } }]],
    [
      '[0].content[0].source.url',
      [{ type: 'tool_result', content: [{ type: 'image', source: url }] }],
    ],
    [
      '[0].source.content[0].source.url',
      [
        {
          type: 'document',
          source: { type: 'content', content: [{ type: 'image', source: url }] },
        },
      ],
    ],
  ])('is refused where it names what it does not hold: %s', (place, content) => {
    const asking = () => written('claude', { ...ASKED, messages: [{ role: 'user', content }] });
    expect(asking).toThrow(GatewayError);
    expect(asking).toThrow('Send their bytes');
    const param = `messages[0].content${place}`;
    expect(asking).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ param }) }),
    );
  });

  it('goes with the flags that this platform knows, and with what they allow', () => {
    const betas = 'effort-2025-11-24, context-management-2025-06-27,claude-code-20250219';
    const body = { ...ASKED, context_management: { edits: [] } };
    const known = written('claude', body, { betas });
    expect(known.headers['anthropic-beta']).toBe('context-management-2025-06-27');
    expect(known.fields).toHaveProperty('context_management');
    expect(written('claude', body, { betas: 'other' }).headers).not.toHaveProperty(
      'anthropic-beta',
    );
  });
});
