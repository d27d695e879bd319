import { NestFactory } from '@nestjs/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { SystemEntropy } from '#kernel';
import { FoundationModule, InstanceSecrets, loadConfig, type Statement } from '#platform';
import {
  DatabaseDirectory,
  generateVirtualKey,
  KeyRepository,
  readSettings,
  SettingsApplier,
  type StoredKey,
} from '#workloads';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { AuthModule } from './auth.module.js';
import { Authenticator } from './authenticator.js';

const EXPIRE: Statement = {
  name: 'test-expire',
  text: 'UPDATE virtual_key SET expires_at = $2 WHERE id = $1',
};

const entropy = new SystemEntropy();
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

let turn = 0;

/** One replica with a key of its own; the clock stands still until a test moves it. */
async function aReplica(key = generateVirtualKey('test', entropy)) {
  const clock = new FakeClock(Date.now());
  const secrets = new InstanceSecrets(Buffer.alloc(32, 7));
  const foundation = {
    config: loadConfig({}),
    database: database.app,
    secrets,
    redis: null,
    clock,
    entropy,
  };
  const app = await NestFactory.createApplicationContext(
    { module: AuthModule, imports: [FoundationModule.forRoot(foundation)] },
    { logger: false, abortOnError: false },
  );
  const file = readSettings(
    {
      apiVersion: 'gw/v1',
      organisation: { name: `Organisation ${turn++}` },
      providers: [{ name: 'p', family: 'custom', base_url: 'http://127.0.0.1' }],
      workloads: [{ name: 'app', keys: [{ name: 'test', secret: { env: 'KEY' } }] }],
    },
    new Map([['custom', { baseUrl: undefined }]]),
  );
  const variables = (name: string) => (name === 'KEY' ? key.text : undefined);
  await app.get(SettingsApplier).apply(file, () => Promise.resolve(), { variables });
  const directory = app.get(DatabaseDirectory);
  await directory.start();
  directory.stop();
  const keys = app.get(KeyRepository);
  const revoke = (id: string) => database.app.transaction((tx) => keys.revokeKey(tx, id));
  const asked = spyOn(keys);
  const authenticator = app.get(Authenticator);
  const authenticate = (text = key.text, address = '192.0.2.1') =>
    authenticator.authenticate(text, () => address);
  return { key, clock, revoke, directory, authenticator, authenticate, asked };
}

/** Counts what the store is asked, and lets a test answer in its place. */
function spyOn(keys: KeyRepository) {
  const find = keys.findActiveKeyByHash.bind(keys);
  const asked = { times: 0, find };
  keys.findActiveKeyByHash = (hmac) => {
    asked.times++;
    return asked.find(hmac);
  };
  return asked;
}

const refusal = (key: string) => expect.objectContaining({ key });

describe('the authenticator', () => {
  it('knows who is calling, and under which settings', async () => {
    const { authenticate, key } = await aReplica();
    expect(await authenticate()).toMatchObject({
      keyId: key.id,
      workload: { name: 'app' },
      organisation: { currency: 'EUR' },
    });
  });

  it('refuses a request without a key', async () => {
    const { authenticator } = await aReplica();
    for (const key of [undefined, '']) {
      await expect(authenticator.authenticate(key, () => '')).rejects.toEqual(
        refusal('key_missing'),
      );
    }
  });

  it('does not ask the store for what is not even a key', async () => {
    const { authenticate, key, asked } = await aReplica();
    const mistyped = key.text.slice(0, -1) + (key.text.endsWith('0') ? '1' : '0');
    for (const text of ['sk-openai', mistyped, key.text.slice(0, -1)]) {
      await expect(authenticate(text)).rejects.toEqual(refusal('key_unknown'));
    }
    expect(asked.times).toBe(0);
  });

  it('refuses a key that the store does not know, and remembers so for five seconds', async () => {
    const { authenticate, asked, clock } = await aReplica();
    const stranger = generateVirtualKey('live', entropy).text;
    for (let call = 0; call < 3; call++) {
      await expect(authenticate(stranger)).rejects.toEqual(refusal('key_unknown'));
    }
    expect(asked.times).toBe(1);
    clock.advance(5_000);
    await expect(authenticate(stranger)).rejects.toEqual(refusal('key_unknown'));
    expect(asked.times).toBe(2);
  });

  it('refuses an expired key, also one that expires while it is remembered', async () => {
    const { authenticate, key, clock, directory } = await aReplica();
    await database.app.query(EXPIRE, [key.id, new Date(clock.nowMs() + 60_000)]);
    expect(await authenticate()).toMatchObject({ keyId: key.id });
    for (let second = 0; second < 59; second++) {
      clock.advance(1_000);
      await directory.poll();
    }
    await authenticate();
    clock.advance(1_000);
    await expect(authenticate()).rejects.toEqual(refusal('key_unknown'));
    await database.app.query(EXPIRE, [key.id, new Date(0)]);
    clock.advance(30_000);
    await expect(authenticate()).rejects.toEqual(refusal('key_unknown'));
  });

  it('asks once for a key that many calls bring at once', async () => {
    const { authenticate, asked } = await aReplica();
    await Promise.all(Array.from({ length: 50 }, () => authenticate()));
    expect(asked.times).toBe(1);
  });

  it('remembers a key for half a minute', async () => {
    const { authenticate, asked, clock, directory } = await aReplica();
    await authenticate();
    for (let second = 0; second < 29; second++) {
      clock.advance(1_000);
      await directory.poll();
      await authenticate();
    }
    expect(asked.times).toBe(1);
    clock.advance(1_000);
    await authenticate();
    expect(asked.times).toBe(2);
  });

  it('remembers a key for a second only while it cannot hear of revocations', async () => {
    const { authenticate, asked, clock } = await aReplica();
    await authenticate();
    clock.advance(6_000);
    await authenticate();
    expect(asked.times).toBe(2);
    clock.advance(999);
    await authenticate();
    expect(asked.times).toBe(2);
    clock.advance(1);
    await authenticate();
    expect(asked.times).toBe(3);
  });
});

describe('a flood of unknown keys', () => {
  const strangers = (count: number) =>
    Array.from({ length: count }, () => generateVirtualKey('live', entropy).text);
  const flood = async ({ authenticate }: Awaited<ReturnType<typeof aReplica>>, address: string) => {
    const refusals = strangers(200).map((text) =>
      authenticate(text, address).catch((error: { key: string }) => error.key),
    );
    return (await Promise.all(refusals)).filter((key) => key === 'keys_limited').length;
  };

  it('from one address asks the store a bounded number of times', async () => {
    const replica = await aReplica();
    expect(await flood(replica, '2001:db8::1')).toBe(170);
    expect(await flood(replica, '2001:db8::2')).toBe(200);
    expect(replica.asked.times).toBe(30);
    replica.clock.advance(1_000);
    await flood(replica, '2001:db8::3');
    expect(replica.asked.times).toBe(31);
  });

  it('from many addresses asks it a bounded number of times, too', async () => {
    const replica = await aReplica();
    for (let address = 0; address < 20; address++) await flood(replica, `192.0.2.${address}`);
    expect(replica.asked.times).toBe(200);
  });

  it('does not lock out a neighbour whose key was in use before', async () => {
    const replica = await aReplica();
    await replica.authenticate();
    await flood(replica, '192.0.2.1');
    expect(await replica.authenticate()).toBeDefined();
    replica.clock.advance(60_000);
    await replica.directory.poll();
    await flood(replica, '192.0.2.1');
    expect(await replica.authenticate()).toBeDefined();
  });
});

describe('a revoked key', () => {
  it('is refused after one poll, on a replica that had it in memory', async () => {
    const { authenticate, revoke, key, directory } = await aReplica();
    await authenticate();
    expect(await revoke(key.id)).toBeDefined();
    await directory.poll();
    await expect(authenticate()).rejects.toEqual(refusal('key_unknown'));
  });

  it('is not remembered from an answer that was on its way when it was revoked', async () => {
    const { authenticate, revoke, key, directory, asked } = await aReplica();
    const late = Promise.withResolvers<StoredKey | undefined>();
    const { find } = asked;
    const digests: Buffer[] = [];
    asked.find = (hmac) => {
      digests.push(hmac);
      return late.promise;
    };
    const first = authenticate();
    const [digest] = digests;
    if (!digest) throw new Error('the store was not asked');
    const before = await find(digest);
    await revoke(key.id);
    await directory.poll();
    asked.find = find;
    late.resolve(before);
    await first; // It came before the revocation.
    await expect(authenticate()).rejects.toEqual(refusal('key_unknown'));
  });
});

describe('a change of keys in one organisation', () => {
  it('leaves the remembered keys of the others', async () => {
    const mine = await aReplica();
    const other = await aReplica();
    await mine.directory.poll();
    await mine.authenticate();
    await mine.authenticate(other.key.text);
    expect(mine.asked.times).toBe(2);
    await other.revoke(other.key.id);
    await mine.directory.poll();
    await mine.authenticate();
    expect(mine.asked.times).toBe(2);
    await expect(mine.authenticate(other.key.text)).rejects.toEqual(refusal('key_unknown'));
    expect(mine.asked.times).toBe(3);
  });

  it('lets a key in at once that was refused as unknown before it was made', async () => {
    const mine = await aReplica();
    const key = generateVirtualKey('test', entropy);
    await expect(mine.authenticate(key.text)).rejects.toEqual(refusal('key_unknown'));
    await aReplica(key);
    await mine.directory.poll();
    expect(await mine.authenticate(key.text)).toMatchObject({ keyId: key.id });
  });
});

describe('a key store that fails', () => {
  it('is 503, never 401', async () => {
    const { authenticate, asked } = await aReplica();
    const { find } = asked;
    asked.find = () => Promise.reject(new Error('connection refused'));
    await expect(authenticate()).rejects.toEqual(refusal('auth_unavailable'));
    const stranger = generateVirtualKey('live', entropy).text;
    await expect(authenticate(stranger)).rejects.toEqual(refusal('auth_unavailable'));
    asked.find = find;
    expect(await authenticate()).toBeDefined();
  });

  it('is 503 when it does not answer for two seconds', async () => {
    const { authenticate, asked, clock } = await aReplica();
    asked.find = () => new Promise(() => undefined);
    const calling = expect(authenticate()).rejects.toEqual(refusal('auth_unavailable'));
    clock.advance(2_000);
    await calling;
  });

  it('does not stop a key that is remembered', async () => {
    const { authenticate, asked } = await aReplica();
    await authenticate();
    asked.find = () => Promise.reject(new Error('connection refused'));
    expect(await authenticate()).toBeDefined();
  });
});
