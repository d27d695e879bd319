import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { OpenCalls, Settling } from '#pipeline';
import { loadConfig } from '#platform';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { OpenRequests } from '../http/open-requests.js';
import { Drain } from './drain.js';

it('lets each connection go with its next answer, so that its client finds another replica', async () => {
  const server = createServer((_request, response) => response.end('served')).listen(0);
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => {
    agent.destroy();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const ask = async () => {
    const [answer] = (await once(get({ port, agent }), 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return [answer.statusCode, answer.headers.connection];
  };
  const config = loadConfig({ DATABASE_URL: 'postgres://gw@127.0.0.1/gw' });
  const clock = new FakeClock();
  const drain = new Drain(new OpenRequests(), new OpenCalls(), new Settling(), config, clock);
  expect(await ask()).toEqual([200, 'keep-alive']);
  const over = drain.run(server);
  expect(await ask()).toEqual([200, 'close']);
  clock.advance(10_000);
  await over;
  expect(server.listening).toBe(false);
});
