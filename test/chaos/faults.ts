import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pass } from 'node:timers/promises';
import { isAlive, type GatewayHome, type GatewayProcess } from '../support/gateway-process.js';
import { waitFor } from '../support/wait-for.js';

const HEALED_MS_MAX = 60_000;
const FROZEN_MS = 2_000;

/** What faults act on: a gateway on a data folder with its own PostgreSQL. */
export interface Stand {
  readonly home: GatewayHome;
  /** Undefined while it is down. */
  gateway: GatewayProcess | undefined;
  /** Processes of PostgreSQL that were stopped: a gateway does not start on them. */
  frozen?: readonly number[];
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

  'kill -9 of PostgreSQL': async (stand) => {
    const { home } = stand;
    const killed = await runningPostmaster(home);
    if (killed !== undefined) process.kill(killed, 'SIGKILL');
    return async () => {
      // It is the gateway that starts it again, which may be down or frozen.
      await start(stand);
      stand.gateway?.kill('SIGCONT');
      await waitFor(
        'PostgreSQL to be started again',
        async () => {
          const pid = await runningPostmaster(home);
          return pid !== undefined && pid !== killed;
        },
        HEALED_MS_MAX,
      );
    };
  },

  'PostgreSQL is frozen': async (stand) => {
    const postmaster = await runningPostmaster(stand.home);
    stand.frozen = postmaster === undefined ? [] : await familyOf(postmaster);
    signal(stand.frozen, 'SIGSTOP');
    return async () => thaw(stand);
  },

  'every connection to PostgreSQL ends': async ({ home }) => {
    if ((await runningPostmaster(home)) === undefined) return async () => undefined;
    const ending = home.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    // A frozen server ends them when it goes on.
    await Promise.race([ending.catch(() => undefined), pass(FROZEN_MS)]);
    return async () => undefined;
  },
};

async function end(stand: Stand, how: NodeJS.Signals): Promise<void> {
  const { gateway } = stand;
  stand.gateway = undefined;
  gateway?.kill(how);
  gateway?.kill('SIGCONT'); // It may be frozen, and hears nothing until it goes on.
  await gateway?.exited;
  await stand.home.close(); // The server that the test's own connections went to may be gone.
}

/** Several faults of one round may have to be healed so. */
async function start(stand: Stand): Promise<void> {
  thaw(stand);
  stand.gateway ??= await stand.home.start();
}

/** Undefined where a fault before this one has ended it. */
async function runningPostmaster(home: GatewayHome): Promise<number | undefined> {
  const pid = await home.postmasterPid().catch(() => undefined);
  return pid !== undefined && isAlive(pid) ? pid : undefined;
}

function thaw(stand: Stand): void {
  signal(stand.frozen ?? [], 'SIGCONT');
  stand.frozen = [];
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
