import { describe, expect, it } from 'vitest';
import { FORWARD_DEFAULT, isAdministrative, readForwardRule } from '#call';
import { aKey, anOrganisation, aWorkload } from '../../../../../test/support/a-call.js';
import { checkPermission, checkPrice } from './forward-policy.js';

const refused = (key: string) => expect.objectContaining({ key });
const rules = (patterns: readonly string[]) =>
  patterns.flatMap((text) => readForwardRule(text) ?? []);
const targetOf = (line: string) => {
  const [method = '', path = ''] = line.split(' ');
  return { method, segments: path.slice(1).split('/') };
};
const permit = (line: string, patterns: readonly string[] = FORWARD_DEFAULT) =>
  checkPermission(aKey(anOrganisation(), aWorkload({ forward: rules(patterns) })), targetOf(line));

describe('a workload that says nothing', () => {
  it.each([
    'POST /v1/embeddings',
    'POST /v1/responses',
    'POST /v1/images/edits',
    'GET /v1/files',
    'POST /v1/files',
    'DELETE /v1/files/file-a',
    'GET /v1/files/file-a/content',
    'POST /v1/uploads/upload_a/parts',
    'GET /v1/responses/resp_a',
    'DELETE /v1/responses/resp_a',
    'GET /v1/responses/resp_a/input_items',
    'POST /v1/responses/resp_a/cancel',
  ])('may %s', (line) => {
    expect(() => permit(line)).not.toThrow();
  });

  it.each([
    'GET /v1/embeddings',
    'PUT /v1/responses',
    'POST /v1/responses/resp_a',
    'GET /v1/responses',
    'DELETE /v1/files',
    'POST /v1/files/search',
    'PATCH /v1/files/file-a',
    'DELETE /v1/uploads/upload_a',
    'POST /v1/batches',
    'POST /v1/fine_tuning/jobs',
    'POST /v1/assistants',
    'POST /v1/threads/runs',
    'POST /v1/containers',
    'POST /v1/evals',
    'POST /v1/videos',
    'GET /v1/conversations/conv_a',
    'GET /v1/chat/completions',
    'DELETE /v1/models/ft:gpt-4o',
    'POST /v1/something/new',
    'GET /v1',
  ])('may not %s', (line) => {
    expect(() => permit(line)).toThrow(refused('path_not_allowed'));
  });
});

it('batches of messages are none of the gateway’s, unless a provider’s are opened', () => {
  for (const line of ['POST /v1/messages/batches', 'GET /v1/messages/batches/b/results']) {
    expect(() => permit(line)).toThrow(refused('path_unknown'));
    expect(() => permit(line, ['/v1/messages/batches/**'])).not.toThrow();
  }
  expect(() => permit('POST /v1/messages/batcheses')).toThrow(refused('path_not_allowed'));
});

describe('a rule', () => {
  it.each([
    ['/v1/batches/**', ['GET /v1/batches', 'POST /v1/batches/b/cancel'], ['GET /v1/batch']],
    ['GET /v1/batches/*', ['GET /v1/batches/b'], ['GET /v1/batches', 'POST /v1/batches/b']],
    ['GET,POST /v1/x/*/y', ['POST /v1/x/1/y'], ['PUT /v1/x/1/y', 'GET /v1/x/1/y/z']],
    ['/v1/**', ['PATCH /v1/batches/at/all', 'GET /v1'], ['GET /v1/acme', 'POST /v1/acme/x']],
    ['/v1/*/x', ['GET /v1/batches/x'], ['GET /v1/acme/x']],
    ['/v1/acme/**', ['GET /v1/acme', 'POST /v1/acme/x'], []],
  ])('%s allows what it says', (pattern, allowed, denied) => {
    for (const line of allowed) expect(() => permit(line, [pattern])).not.toThrow();
    for (const line of denied) {
      expect(() => permit(line, [pattern])).toThrow(refused('path_not_allowed'));
    }
  });

  it.each([
    'files',
    '/v2/files',
    '/v1/files/',
    '/v1//files',
    '/v1/**/x',
    '/v1/f*',
    '/v1/../admin',
    '/v1/FILES',
    'get /v1/files',
    'TRACE /v1/files',
    'GET, POST /v1/files',
    '/v1/files?x',
  ])('%j is none', (text) => {
    expect(readForwardRule(text)).toBeUndefined();
  });

  it.each([
    'GET /v1/organization/users',
    'POST /v1/organization/admin_api_keys',
    'GET /v1/Organization/costs',
    'GET /v1/dashboard/billing/usage',
    'GET /v1/projects',
    'POST /v1/realtime/client_secrets',
    'POST /v1/realtime/sessions',
    'POST /v1/chatkit/sessions',
    'POST /v1/engines/davinci/completions',
    'POST /v1/keys',
    'GET /v1/fine_tuning/checkpoints/ft/permissions',
    'POST /v1/load_lora_adapter',
    'GET /v1/api-keys',
    'GET /v1/apikeys',
    'GET /v1/API_KEY',
    'POST /v1/tokens',
    'GET /v1/team',
    'GET /v1/teams/t/members',
    'GET /v1/acme/settings',
    'GET /v1/config',
    'GET /v1/secrets',
    'POST /v1/oauth/token',
    'GET /v1/payments',
    'GET /v1/subscription',
    'GET /v1/org',
    'GET /v1/tenants',
    'GET /v1/customer',
    'GET /v1/sso',
    'GET /v1/budget',
    'GET /v1/batches/b/permissions',
  ])('opens nothing that administers a provider: %s', (line) => {
    expect(isAdministrative(targetOf(line).segments)).toBe(true);
    expect(() => permit(line, ['/v1/**'])).toThrow(refused('path_administrative'));
  });
});

describe('a price', () => {
  const budget = { nano: 1n, period: 'daily', mode: 'adaptive' } as const;
  const free = aKey();
  const limited = [
    aKey(anOrganisation(), aWorkload({ budget })),
    aKey(anOrganisation({ cap: budget })),
    aKey(anOrganisation({ creditNano: 1n })),
  ];

  it.each(['POST /v1/embeddings', 'POST /v1/images/generations', 'POST /v1/responses'])(
    'of %s is its model’s, so it has one',
    (line) => {
      expect(() => checkPrice(free, targetOf(line), null)).toThrow(refused('model_missing'));
      expect(() => checkPrice(free, targetOf(line), 'a/b')).not.toThrow();
    },
  );

  it.each([
    ['POST /v1/batches', null],
    ['POST /v1/batches', 'a/b'],
    ['POST /v1/fine_tuning/jobs', 'a/b'],
    ['POST /v1/threads/t/runs', 'a/b'],
    ['POST /v1/videos', 'a/b'],
    ['PUT /v1/something/new', null],
    ['POST /v1/something/new', 'a/b'],
    ['POST /v1/batch/jobs', 'a/b'],
    ['POST /v1/fine-tunes', 'a/b'],
    ['POST /v1/endpoints', 'a/b'],
    ['POST /v1/agents/completions', 'a/b'],
    ['POST /v1/video/generations', 'a/b'],
    ['POST /v1/fine_tuning/jobs/cancel', null],
    ['POST /v1/batches/cancel', null],
    ['POST /v1/anything/a/cancel', null],
    ['POST /v1/evals/runs', null],
    ['POST /v1/files/search', null],
    ['GET /v1/search', null],
    ['DELETE /v1/endpoints/a', null],
  ])('of %s with the model %s is unknown, and counts where money does', (line, model) => {
    expect(() => checkPrice(free, targetOf(line), model)).not.toThrow();
    for (const principal of limited) {
      expect(() => checkPrice(principal, targetOf(line), model)).toThrow(refused('path_unpriced'));
    }
  });

  it.each([
    ['GET /v1/batches/b', null],
    ['POST /v1/batches/b/cancel', null],
    ['POST /v1/files', null],
    ['POST /v1/fine_tuning/jobs/ftjob-a/cancel', null],
    ['POST /v1/uploads/upload_a/parts', null],
    ['DELETE /v1/conversations/conv_a', null],
    ['POST /v1/fim/completions', 'a/b'],
    ['POST /v1/embeddings', 'a/b'],
  ])('of %s with the model %s is known', (line, model) => {
    for (const principal of limited) {
      expect(() => checkPrice(principal, targetOf(line), model)).not.toThrow();
    }
  });
});
