import { Logger } from '@nestjs/common';
import type { Task } from './task.js';

/** Tasks in the order of their list; what a later one needs, an earlier one has begun. */
export class RunningTasks {
  private readonly logger = new Logger('background');
  private readonly started: Task[] = [];
  private stoppingName: string | undefined;

  /** Which task is being stopped just now, and has not ended. */
  get stopping(): string | undefined {
    return this.stoppingName;
  }

  /** @throws what the first task that fails throws, when those before it have stopped */
  async start(tasks: readonly Task[]): Promise<void> {
    for (const task of tasks) {
      try {
        await task.start?.();
      } catch (fault) {
        await this.stop();
        throw fault;
      }
      this.started.push(task);
    }
  }

  /** The last started stops first. Never rejects: one that fails must not keep the others running. */
  async stop(): Promise<void> {
    for (const task of this.started.splice(0).toReversed()) {
      this.stoppingName = task.name;
      try {
        await task.stop?.();
      } catch (fault) {
        this.logger.error(`${task.name} did not stop as it should`, fault);
      }
    }
    this.stoppingName = undefined;
  }
}
