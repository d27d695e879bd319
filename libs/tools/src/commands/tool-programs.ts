import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '#kernel';
import { commandFault, commandIn, Config, OutboundFault } from '#platform';
import type { ToolDoor } from '../tool-link.js';
import { CommandServer, type Room } from './command-server.js';

const RUNNING_MAX = 32; // Each may take the memory of a runtime; who needs more has servers over HTTP.

/** The programs that serve tools on this machine. Which there may be, the environment says, and nobody else. */
@Injectable()
export class ToolPrograms implements OnModuleDestroy {
  private readonly running = new Set<CommandServer>();
  private readonly room: Room = {
    take: (server) => this.running.size < RUNNING_MAX && this.running.add(server) !== undefined,
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

  onModuleDestroy(): void {
    for (const server of this.running) server.end();
  }
}
