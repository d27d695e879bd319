import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '#kernel';
import { RedisCluster, RedisServer } from '../../../../test/support/redis-server.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { Nudges } from './nudges.js';
import { openRedis } from './open-redis.js';

const clock = new SystemClock();

/** Two replicas; what the second one hears. */
async function aPair(url: string) {
  const links = [await openRedis(url, clock), await openRedis(url, clock)] as const;
  const [sender, listener] = [new Nudges(links[0]), new Nudges(links[1])];
  const heard = { epochs: 0, breakers: 0 };
  listener.on('epochs', () => void heard.epochs++);
  listener.on('breakers', () => void heard.breakers++);
  listener.start();
  const close = async () => {
    listener.stop();
    await Promise.all(links.map((link) => link.close()));
  };
  return { sender, listener, heard, close };
}

type Pair = Awaited<ReturnType<typeof aPair>>;

/** Told until it is heard: a message without a listener is lost. */
const untilHeard = ({ sender, heard }: Pair): Promise<unknown> => {
  const before = heard.epochs;
  return waitFor('a nudge', () => {
    sender.send('epochs');
    return heard.epochs > before;
  });
};

describe('on one Redis', () => {
  let server: RedisServer;
  let pair: Pair;
  beforeAll(async () => {
    server = await RedisServer.start();
    pair = await aPair(server.url);
  });
  afterAll(async () => {
    await pair.close();
    await server.close();
  });

  it('a listener begins with one look of each kind, and hears of each kind by itself', async () => {
    const { heard, sender } = pair;
    await waitFor('the first look', () => heard.epochs === 1 && heard.breakers === 1);
    sender.send('breakers');
    await waitFor('the nudge', () => heard.breakers === 2);
    expect(heard).toEqual({ epochs: 1, breakers: 2 });
  });

  it('it looks again on its own when its connection was cut: it may have missed something', async () => {
    const before = { ...pair.heard };
    await server.ask((client) => client.client('KILL', 'TYPE', 'pubsub'));
    await waitFor('the look', () => pair.heard.epochs > before.epochs);
    expect(pair.heard.breakers).toBe(before.breakers + 1);
    await untilHeard(pair);
  });

  it('it comes back to a server that was away, and nobody waits or fails meanwhile', async () => {
    await server.kill();
    pair.sender.send('epochs');
    await server.begin();
    await untilHeard(pair);
  });

  it('one that has stopped hears nothing', async () => {
    const other = await aPair(server.url);
    await untilHeard(other);
    other.listener.stop();
    const before = other.heard.epochs;
    const mine = pair.heard.epochs;
    other.sender.send('epochs');
    await waitFor('the nudge elsewhere', () => pair.heard.epochs > mine);
    expect(other.heard.epochs).toBe(before);
    await other.close();
  });
});

it('a cluster passes nudges on, also when the node of the listener is gone', async () => {
  const cluster = await RedisCluster.start();
  const pair = await aPair(cluster.url);
  try {
    await untilHeard(pair);
    for (const node of cluster.nodes.slice(0, 1)) await node.kill();
    await untilHeard(pair);
  } finally {
    await pair.close();
    await cluster.close();
  }
});
