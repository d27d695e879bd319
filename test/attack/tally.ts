import { expect, type RunnerTask } from 'vitest';
import { addRow } from '../support/table.js';

/**
 * What became of one attempt. `through` is the only bad one: the value left the gateway, the money
 * was not held, the process stood still. `harmless`: it went on, and there was nothing to protect in
 * it, or it means the same to everybody.
 */
export type Fate = 'replaced' | 'refused' | 'marked' | 'harmless' | 'through';

/** Counts the attempts of one test, which fails with the names of those that got through. */
export class Tally {
  private readonly counts: Record<Fate, number> = {
    replaced: 0,
    refused: 0,
    marked: 0,
    harmless: 0,
    through: 0,
  };
  private readonly names: string[] = [];

  /** @param name tells the attempt from the others, without the value it carries @param attempts made at once */
  count(name: string, fate: Fate, attempts = 1): void {
    this.counts[fate] += attempts;
    if (fate === 'through') this.names.push(name);
  }

  /** At the end of the test. An attack that made no attempt proves nothing, so it fails, too. */
  expectNoneThrough(task: RunnerTask): void {
    const attempts = Object.values(this.counts).reduce((sum, count) => sum + count, 0);
    addRow(task, { attack: task.name, attempts, ...this.counts });
    expect(this.names).toEqual([]);
    expect(attempts).toBeGreaterThan(0);
  }
}
