import { expect, it } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { InstanceSecrets, Vault } from '#platform';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { testDatabase } from '../../../../test/support/test-database.js';
import { ContentKeys } from '../keys/content-keys.js';
import { newOrganisation } from '../testing/answers-world.js';
import { ContentQueue } from './content-queue.js';
import { ContentStore, type Content } from './content-store.js';

const { app, owner } = await testDatabase();
const entropy = new SystemEntropy();
const ids = new Ids(new SystemClock(), entropy);
const keys = new ContentKeys(
  app,
  new Vault(new InstanceSecrets(Buffer.alloc(32, 7)), entropy),
  entropy,
);
const organisationId = await newOrganisation(owner);

/** A queue whose time stands still, and what fills it. */
function stand(store = new ContentStore(app, keys, entropy)) {
  const clock = new FakeClock();
  const queue = new ContentQueue(store, clock);
  const add = (count: number, chars = 10) => {
    for (let n = 0; n < count; n++) {
      const text = 'a'.repeat(chars);
      queue.add({ organisationId, callId: ids.callId(), part: 'prompt', text, isCut: false });
    }
  };
  return { clock, queue, add };
}

it('few texts wait for others, all of a batch for nobody', async () => {
  const { clock, queue, add } = stand();
  add(65);
  clock.advance(25);
  await expect.poll(() => queue.counters.kept).toBe(64);
  expect(queue.size).toBe(1);
  clock.advance(25);
  await queue.drained();
  expect(queue.counters).toEqual({ kept: 65, lost: 0 });
});

it.each([
  ['many', 640, 10],
  ['long', 30, 1_048_576],
])('texts that come faster than they are gathered do not pile up: %s', async (_, count, chars) => {
  const { clock, queue, add } = stand();
  add(count, chars);
  clock.advance(25);
  await expect.poll(() => queue.counters.kept).toBeGreaterThanOrEqual(count - 4);
  await queue.stop();
  expect(queue.counters).toEqual({ kept: count, lost: 0 });
});

/** Tells of what was written some turns of the microtasks later. */
class TellingStore extends ContentStore {
  onWritten: () => void = () => undefined;

  constructor(private readonly turns: number) {
    super(app, keys, entropy);
  }

  override async write(contents: readonly Content[]): Promise<void> {
    await super.write(contents);
    void this.tell();
  }

  private async tell(): Promise<void> {
    for (let turn = 0; turn < this.turns; turn++) await Promise.resolve();
    this.onWritten();
  }
}

it.each(Array.from({ length: 12 }, (_, turns) => turns))(
  'a text that comes as the last one is written waits for no other: %i turns later',
  async (turns) => {
    const store = new TellingStore(turns);
    const { clock, queue, add } = stand(store);
    store.onWritten = () => {
      store.onWritten = () => undefined;
      add(1);
    };
    add(1);
    clock.advance(25);
    await expect.poll(() => queue.counters.kept).toBe(1);
    clock.advance(25);
    await expect.poll(() => queue.counters).toEqual({ kept: 2, lost: 0 });
  },
);
