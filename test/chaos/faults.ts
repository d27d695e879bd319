import { readdir, readFile } from 'node:fs/promises';
import { isAlive, type GatewayHome, type GatewayProcess } from '../support/gateway-process.js';
import { waitFor } from '../support/wait-for.js';

const HEALED_MS_MAX = 60_000;

/** What faults act on: a gateway on a data folder with its own PostgreSQL. */
export interface Stand {
  readonly home: GatewayHome;
  /** Undefined while it is down. */
  gateway: GatewayProcess | undefined;
}

/** Breaks something; the promise is its healing, to be called once. */
export type Fault = (stand: Stand) => Promise<() => Promise<void>>;

/** By the name that the table shows. A new fault here is one that the random run makes, too. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'kill -9 of the gateway': async (stand) => {
    await end(stand, 'SIGKILL');
    return () => start(stand);
  },

  'SIGTERM to the gateway': async (stand) => {
    await end(stand, 'SIGTERM');
    return () => start(stand);
  },

  'the gateway is frozen': async ({ gateway }) => {
    gateway?.kill('SIGSTOP');
    return async () => gateway?.kill('SIGCONT');
  },

  'kill -9 of PostgreSQL': async ({ home }) => {
    const killed = await home.postmasterPid();
    process.kill(killed, 'SIGKILL');
    return async () => {
      await waitFor(
        'PostgreSQL to be started again',
        async () => {
          const pid = await home.postmasterPid().catch(() => killed);
          return pid !== killed && isAlive(pid);
        },
        HEALED_MS_MAX,
      );
    };
  },

  'PostgreSQL is frozen': async ({ home }) => {
    const frozen = await familyOf(await home.postmasterPid());
    signal(frozen, 'SIGSTOP');
    return async () => signal(frozen, 'SIGCONT');
  },

  'every connection to PostgreSQL ends': async ({ home }) => {
    await home.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return async () => undefined;
  },
};

async function end(stand: Stand, how: NodeJS.Signals): Promise<void> {
  const { gateway } = stand;
  stand.gateway = undefined;
  gateway?.kill(how);
  await gateway?.exited;
  await stand.home.close(); // The server that the test's own connections went to may be gone.
}

async function start(stand: Stand): Promise<void> {
  stand.gateway = await stand.home.start();
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    if (isAlive(pid)) process.kill(pid, name);
  }
}

/** A process and all that it started: each backend of PostgreSQL is a process. */
async function familyOf(root: number): Promise<readonly number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
    // The second field is a name in brackets, which may hold anything.
    const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  const family = [root];
  for (let at = 0; at < family.length; at++) {
    for (const [pid, parent] of parents) if (parent === family[at]) family.push(pid);
  }
  return family;
}
