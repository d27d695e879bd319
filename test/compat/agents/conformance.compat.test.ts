import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SERVER_METHODS } from '#call';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { makeReferenceServer } from '../../support/reference-tools.js';
import { startToolServer } from '../../support/tool-server.js';
import { placeAt } from '../matrix.js';
import { binOf } from './agents.js';
import { runProgram } from './run-program.js';

const server = await startToolServer({ make: makeReferenceServer });
const gateway = await startGateway(
  { workloads: [{ name: 'default' }] },
  { managedBy: 'console', env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const owner = await AdminClient.setUp(gateway);
const address = await approved();
const folder = await mkdtemp(join(tmpdir(), 'gw-conformance-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** All that the server has, granted; behind a door that brings the key, of which the suite knows nothing. */
async function approved(): Promise<string> {
  await owner.post('/providers', {
    name: 'suite',
    family: 'mcp',
    base_url: server.url,
    models: SERVER_METHODS.map((id) => ({ id, price: 'free' })),
  });
  const { data } = (await owner.get('/tool-servers/suite/tools')).json<{
    data: { name: string }[];
  }>();
  const names = data.map(({ name }) => name);
  await owner.post('/tool-servers/suite/approve', { names, price: 'free' });
  const [workload] = (await owner.get('/workloads')).json<{
    data: { id: string; version: number }[];
  }>().data;
  const { id = '', version = 0 } = workload ?? {};
  await owner.patch(`/workloads/${id}`, { tools: ['suite/*'] }, { version });
  const door = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${gateway.key()}` };
    const onward = forward(gateway.url + (incoming.url ?? ''), {
      method: incoming.method ?? '',
      headers,
    });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    door.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => {
    door.closeAllConnections();
    door.close();
  });
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}/v1/mcp/suite`;
}

type Revision = '2026-07-28' | '2025-11-25';

const SAMPLING = 'a tool uses no model at the cost of its caller: sampling is passed on to nobody';
const PUSHED = 'nothing is pushed to a client: no logs, no questions, no subscriptions';

/** Scenarios that a server has to pass, and this one does not, with why. What begins so has the same reason. */
const MISSING: readonly (readonly [scenario: string, reason: string])[] = [
  ['input-required-result-basic-sampling', SAMPLING],
  ['input-required-result-multiple-input-requests', SAMPLING],
  ['input-required-result-capability-check', SAMPLING],
  ['resources-subscribe', PUSHED],
  ['resources-unsubscribe', PUSHED],
  ['tools-call-with-logging', PUSHED],
  ['logging-set-level', PUSHED],
  ['tools-call-sampling', PUSHED],
  ['tools-call-elicitation', PUSHED],
  ['elicitation-', PUSHED],
];

/** Run beside: they are not scored, or not yet. */
const BESIDE: Readonly<Record<Revision, readonly string[]>> = {
  '2026-07-28': ['json-schema-2020-12', 'http-header-validation'],
  '2025-11-25': ['json-schema-2020-12'],
};
const REVISIONS = Object.keys(BESIDE) as Revision[];

const whyNot = (scenario: string): string =>
  MISSING.find(([begin]) => scenario.startsWith(begin))?.[1] ?? '';

/** As the suite itself lists them for a revision. */
function required(revision: Revision): readonly string[] {
  const list = binOf('@modelcontextprotocol/conformance', 'conformance');
  const file = join(list, '..', '..', 'requirements', `${revision}.yaml`);
  return (parse(readFileSync(file, 'utf8')) as { server: string[] }).server;
}

const cases = REVISIONS.flatMap((revision) =>
  [...required(revision), ...BESIDE[revision]].map((scenario) => [revision, scenario] as const),
);

describe('the official conformance suite, in front of a server on the official package', () => {
  it.for(cases.filter(([, scenario]) => whyNot(scenario) === ''))(
    '%s %s',
    async ([revision, scenario], { task }) => {
      placeAt(task, { client: 'MCP conformance', family: revision, name: scenario });
      const said = await runProgram({
        file: binOf('@modelcontextprotocol/conformance', 'conformance'),
        args: ['server', '--url', address, '--scenario', scenario, '--spec-version', revision],
        env: { HOME: folder },
        folder,
      }).catch((fault: Error) => fault.message);
      expect(said).toContain('0 failed');
      expect(said).not.toContain('Not testable');
    },
  );

  it('what it does not pass is listed, with why', ({ task }) => {
    task.meta.missing = cases.flatMap(([revision, scenario]) => {
      const reason = whyNot(scenario);
      return reason === '' ? [] : [`${revision} ${scenario}: ${reason}`];
    });
    expect(task.meta.missing).not.toEqual([]);
  });
});
