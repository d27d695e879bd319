import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.js';

const item = (owner: string, name: string) => ({ owner, name });

function taken(queue: FairQueue<ReturnType<typeof item>>): readonly string[] {
  const names: string[] = [];
  for (let next = queue.next; next; next = queue.next) {
    queue.take(next);
    names.push(next.name);
  }
  return names;
}

describe('a queue of several owners', () => {
  it('lets each have its turn, whatever another one brought before', () => {
    const queue = new FairQueue<ReturnType<typeof item>>();
    for (const name of ['a1', 'a2', 'a3']) queue.add(item('a', name));
    queue.add(item('b', 'b1'));
    queue.add(item('c', 'c1'));
    queue.add(item('b', 'b2'));
    expect([queue.size, queue.sizeOf('a')]).toEqual([6, 3]);
    expect(taken(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.size).toBe(0);
  });

  it('does not give a turn to what has left', () => {
    const queue = new FairQueue<ReturnType<typeof item>>();
    const gone = item('a', 'a1');
    queue.add(gone);
    queue.add(item('a', 'a2'));
    queue.delete(gone);
    queue.delete(gone);
    expect(queue.size).toBe(1);
    expect(queue.drain().map(({ name }) => name)).toEqual(['a2']);
    expect(queue.next).toBeUndefined();
  });
});
