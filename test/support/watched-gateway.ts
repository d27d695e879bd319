import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './build.js';
import { GatewayProcess, type GatewayHome } from './gateway-process.js';

/** A gateway in a process of its own, whose turns of the event loop are watched. */
export class WatchedGateway {
  private constructor(
    readonly process: GatewayProcess,
    private readonly turns: string,
  ) {}

  /** @param environment of the gateway, beside its home's */
  static async start(
    home: GatewayHome,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<WatchedGateway> {
    const turns = join(home.folder, 'turns.sock');
    await rm(turns, { force: true }); // Of the one before.
    const process = await GatewayProcess.start(
      {
        ...home.environment,
        ...environment,
        GW_TEST_TURNS: turns,
        NODE_OPTIONS: `--import ${join(ROOT, 'test/support/watch-turns.mjs')}`,
      },
      home.key,
    );
    return new WatchedGateway(process, turns);
  }

  /** Since it was last asked, in ms: what the gateway computed in one turn, and the same with the kernel's share. */
  async longestTurnMs(): Promise<readonly [number, number]> {
    let said = '';
    for await (const chunk of connect(this.turns)) said += String(chunk);
    return JSON.parse(said) as [number, number];
  }
}
