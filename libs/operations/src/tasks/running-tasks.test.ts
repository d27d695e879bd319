import { Logger } from '@nestjs/common';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../test/support/wait-for.js';
import { RunningTasks } from './running-tasks.js';
import type { Task } from './task.js';

beforeAll(() => Logger.overrideLogger(false));

/** Notes what happens to its tasks; those in `faulty` fail at it. */
function aList(names: string[], faulty: readonly string[] = []) {
  const heard: string[] = [];
  const note = async (what: string) => {
    heard.push(what);
    await Promise.resolve();
    if (faulty.includes(what)) throw new Error(what);
  };
  const tasks = names.map((name): Task => ({
    name,
    start: () => note(`start ${name}`),
    stop: () => note(`stop ${name}`),
  }));
  return { heard, tasks, running: new RunningTasks() };
}

describe('background tasks', () => {
  it('start one after the other, and stop in reverse', async () => {
    const { heard, tasks, running } = aList(['a', 'b', 'c']);
    await running.start(tasks);
    await running.stop();
    expect(heard).toEqual(['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a']);
  });

  it('stop those that had started when one does not start', async () => {
    const { heard, tasks, running } = aList(['a', 'b', 'c', 'd'], ['start c']);
    await expect(running.start(tasks)).rejects.toThrow('start c');
    expect(heard).toEqual(['start a', 'start b', 'start c', 'stop b', 'stop a']);
  });

  it('stop all the same when one of them does not', async () => {
    const { heard, tasks, running } = aList(['a', 'b'], ['stop b']);
    await running.start(tasks);
    await running.stop();
    expect(heard.slice(2)).toEqual(['stop b', 'stop a']);
  });

  it('tell which of them has not stopped yet', async () => {
    const held = Promise.withResolvers<void>();
    const running = new RunningTasks();
    await running.start([{ name: 'a' }, { name: 'b', stop: () => held.promise }, { name: 'c' }]);
    expect(running.stopping).toBeUndefined();
    const stopped = running.stop();
    await waitFor('the second', () => running.stopping === 'b');
    held.resolve();
    await stopped;
    expect(running.stopping).toBeUndefined();
  });

  it('stop once', async () => {
    const { heard, tasks, running } = aList(['a']);
    await running.start(tasks);
    await Promise.all([running.stop(), running.stop()]);
    expect(heard).toEqual(['start a', 'stop a']);
  });

  it('may have nothing to start, or nothing to stop', async () => {
    const running = new RunningTasks();
    await running.start([{ name: 'a' }]);
    await expect(running.stop()).resolves.toBeUndefined();
  });
});
