import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '#kernel';
import { commandFault, commandIn, Config, OutboundFault } from '#platform';
import type { ToolDoor } from '../tool-link.js';
import { CommandServer, type Room } from './command-server.js';

const RUNNING_MAX = 32; // Each may take the memory of a runtime; who needs more at a time has servers over HTTP.

/** The programs that serve tools on this machine. Which there may be, the environment says, and nobody else. */
@Injectable()
export class ToolPrograms implements OnModuleDestroy {
  /** Those that nobody calls in the order in which they were called last. */
  private readonly running = new Set<CommandServer>();
  private readonly room: Room = {
    take: (server) => {
      if (this.running.size >= RUNNING_MAX) this.endLongestIdle();
      return this.running.size < RUNNING_MAX && this.running.add(server) !== undefined;
    },
    rest: (server) => {
      this.running.delete(server);
      this.running.add(server);
    },
    give: (server) => void this.running.delete(server),
  };

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** To a program of its own, which the first call starts; one that is not allowed opens to nobody. */
  doorTo(address: string): ToolDoor {
    const { toolCommands } = this.config;
    const command = toolCommands.get(commandIn(address) ?? '');
    if (command) return new CommandServer(command, this.room, this.clock);
    return { open: () => Promise.reject(new OutboundFault(commandFault(address, toolCommands))) };
  }

  /** So that programs of one organisation leave room for those of another. */
  private endLongestIdle(): void {
    for (const server of this.running) if (server.isIdle) return server.end();
  }

  onModuleDestroy(): void {
    for (const server of this.running) server.end();
  }
}
