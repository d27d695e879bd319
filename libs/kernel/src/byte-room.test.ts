import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { ByteLease, ByteRoom } from './byte-room.js';

const WAIT_MS = 5_000;

function aScene(bytesMax = 100) {
  const clock = new FakeClock();
  const room = new ByteRoom(bytesMax, WAIT_MS, clock);
  const order: string[] = [];
  const enter = (name: string, bytes: number) =>
    room.take(bytes).then(
      () => order.push(name),
      (error: { key: string }) => order.push(`${name}: ${error.key}`),
    );
  return { clock, room, order, enter };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a room', () => {
  it('is full at its bound, and has room again for what is given back', () => {
    const { room } = aScene();
    expect([room.tryTake(60), room.tryTake(41), room.tryTake(40)]).toEqual([true, false, true]);
    room.give(60);
    expect([room.tryTake(61), room.tryTake(60), room.bytesTaken]).toEqual([false, true, 100]);
  });

  it('lets in by the order of arrival, so that the small do not starve the large', async () => {
    const { room, order, enter } = aScene();
    room.tryTake(90);
    void enter('large', 80);
    void enter('small', 10);
    expect(room.tryTake(1)).toBe(false);
    await settled();
    expect(order).toEqual([]);
    room.give(90);
    await settled();
    expect(order).toEqual(['large', 'small']);
    expect(room.isContended).toBe(false);
  });

  it('refuses whoever waited its time, and lets in those behind who fit', async () => {
    const { clock, room, order, enter } = aScene();
    room.tryTake(90);
    void enter('large', 80);
    clock.advance(1_000);
    void enter('small', 10);
    clock.advance(WAIT_MS - 1_000);
    await settled();
    expect(order.toSorted()).toEqual(['large: gateway_overloaded', 'small']);
    expect(clock.pending).toBe(0);
  });

  it('holds one piece that is larger than itself, alone', async () => {
    const { room, order, enter } = aScene();
    room.tryTake(1);
    void enter('huge', 1_000);
    room.give(1);
    await settled();
    expect(order).toEqual(['huge']);
    expect(room.tryTake(1)).toBe(false);
  });

  it('lets a bounded number wait', async () => {
    const { room, order, enter } = aScene();
    room.tryTake(100);
    for (let one = 0; one < 1_024; one++) void enter('waits', 1);
    void enter('beyond', 1);
    await settled();
    expect(order).toEqual(['beyond: gateway_overloaded']);
  });
});

describe('a lease', () => {
  it('gives back what it holds once, in parts or as a whole', async () => {
    const { room } = aScene();
    const lease = new ByteLease();
    await lease.hold(room, 30);
    expect(lease.hold(room, 20)).toBeUndefined();
    lease.give(room, 10);
    expect(room.bytesTaken).toBe(40);
    lease.end();
    lease.end();
    lease.give(room);
    expect(room.bytesTaken).toBe(0);
  });

  it('keeps nothing that it is given after its end', async () => {
    const { room } = aScene();
    room.tryTake(100);
    const lease = new ByteLease();
    const late = lease.hold(room, 50);
    lease.end();
    room.give(100);
    await late;
    expect(room.bytesTaken).toBe(0);
  });
});
