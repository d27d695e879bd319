import { it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { Tally } from './tally.js';

/** What a provider bills and no price covers, on a budget: options, tools and paths. */

const COLLECTIONS = `batches batch/jobs fine_tuning/jobs fine-tunes endpoints agents/completions
  videos video/generations threads/runs assistants evals containers indexes crawl jobs
  files/search`.split(/\s+/);
/** A wildcard alone opens only what is known, so each is named. */
const forward = ['/v1/**', ...COLLECTIONS.map((path) => `/v1/${path}/**`)];

const gateway = await startGateway({
  workloads: [
    { name: 'default' },
    { name: 'budgeted', forward, budget: { amount: '100.00', period: 'total' } },
  ],
});

const camel = (name: string) => name.replaceAll(/_(.)/g, (_, char: string) => char.toUpperCase());
const spellings = (name: string) =>
  new Set([
    name,
    name.toUpperCase(),
    camel(name),
    name.replaceAll('_', '-'),
    name.replaceAll('_', ''),
    ` ${name}`,
    `${name}[]`,
    `${name}.x`,
  ]);

const OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  deferred: [true, 'true', 1],
  plugins: [[{ id: 'web' }], [{ id: 'fusion', model: 'x' }], { id: 'web' }],
  search_parameters: [{ mode: 'on' }, {}, 'on'],
  web_search_options: [{}, { search_context_size: 'high' }],
  enable_search: [true, 1],
  connectors: [[{ id: 'web-search' }]],
  data_sources: [[{ type: 'index' }]],
  safety_model: ['sandbox/free'],
  service_tier: ['priority', 'PRIORITY', ['priority']],
  tools: [
    ...['web_search', 'code_interpreter', 'image_generation', 'file_search', 'browser_search'].map(
      (type) => [{ type }],
    ),
    [{ type: 'function', Type: 'web_search' }],
    [{ google_search: {} }],
    [{ type: 'namespace', tools: [{ type: 'web_search' }] }],
    { type: 'web_search' },
  ],
};
const ROOTS = [
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'a heron' }] }],
  ['/v1/responses', { input: 'a heron' }],
  ['/v1/completions', { prompt: 'a heron' }],
] as const;

it('an option that is billed apart, on a budget', async ({ task }) => {
  const tally = new Tally();
  for (const [path, body] of ROOTS) {
    for (const [name, values] of Object.entries(OPTIONS)) {
      for (const spelling of spellings(name)) {
        for (const value of values) {
          await gateway.sandbox.clear();
          const asked = { model: 'sandbox/small', ...body, [spelling]: value };
          await gateway.post(path, asked, { workload: 'budgeted' });
          const isSent = (await gateway.sandbox.requests()).length > 0;
          const attempt = `${path} ${JSON.stringify({ [spelling]: value })}`;
          tally.count(attempt, isSent ? 'through' : 'refused');
        }
      }
    }
  }
  tally.expectNoneThrough(task);
});

it('a path that makes work, on a budget', async ({ task }) => {
  const tally = new Tally();
  const ends = ['', '/cancel', '/run', '/cancel/', '/a/start'];
  for (const collection of COLLECTIONS) {
    for (const end of ends) {
      for (const method of ['POST', 'PUT', 'PATCH'] as const) {
        await gateway.sandbox.clear();
        await gateway.send(`/v1/${collection}${end}`, {
          method,
          headers: {
            ...gateway.headers({ workload: 'budgeted' }),
            'content-type': 'application/json',
            'x-gw-provider': 'sandbox',
          },
          body: JSON.stringify({ model: 'sandbox/small', input: 'x' }),
        });
        const isSent = (await gateway.sandbox.requests()).length > 0;
        tally.count(`${method} /v1/${collection}${end}`, isSent ? 'through' : 'refused');
      }
    }
  }
  tally.expectNoneThrough(task);
});
