import { blocksOf } from '../support/events.js';
import type { GatewayProcess } from '../support/gateway-process.js';
import { idOf } from '../support/http.js';

const STREAM = 'sandbox/fault/slow=2,tokens=40';
const BROKEN = 'sandbox/fault/cut=4,tokens=20';
const HANG_UP_AFTER_BLOCKS = 3;

/** What callers saw, over all processes that served them. */
export interface Seen {
  /** Ids of whole answers. */
  readonly served: string[];
  refused: number;
  /** Until the answer that refused came. */
  slowestRefusalMs: number;
  /** Broken off by whoever: the caller, the provider, a fault. */
  interrupted: number;
}

export const nothingSeen = (): Seen => ({
  served: [],
  refused: 0,
  slowestRefusalMs: 0,
  interrupted: 0,
});

export interface Load {
  readonly seen: Seen;
  /** The calls that are open now. */
  readonly open: number;
  stop(): Promise<void>;
}

type Kind = 'buffered' | 'stream' | 'hang up' | 'broken';
const KINDS: readonly Kind[] = ['buffered', 'stream', 'buffered', 'hang up', 'broken'];

/**
 * Callers that call again and again, each kind in turn, whatever becomes of it.
 *
 * @param serving the process that serves now; undefined while there is none
 */
export function startLoad(callers: number, serving: () => GatewayProcess | undefined): Load {
  const seen = nothingSeen();
  let open = 0;
  const ending = new AbortController();
  const callOnce = async (kind: Kind) => {
    const process = serving();
    if (!process) return void (await pause());
    open++;
    try {
      await CALL[kind](process, seen);
    } catch {
      seen.interrupted++;
      await pause(); // Nobody listens: asking without a pause would only heat the machine.
    } finally {
      open--;
    }
  };
  const caller = async (_: unknown, at: number) => {
    for (let turn = at; !ending.signal.aborted; turn++)
      await callOnce(KINDS[turn % KINDS.length] as Kind);
  };
  const running = Promise.all(Array.from({ length: callers }, caller));
  return {
    seen,
    get open() {
      return open;
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

const CALL: Record<Kind, (process: GatewayProcess, seen: Seen) => Promise<void>> = {
  async buffered(process, seen) {
    const startedMs = performance.now();
    const { status, headers } = await process.chat({});
    if (status === 200) seen.served.push(idOf({ headers }));
    else countRefusal(seen, startedMs);
  },
  stream: (process, seen) => readStream(process, STREAM, Infinity, seen),
  'hang up': (process, seen) => readStream(process, STREAM, HANG_UP_AFTER_BLOCKS, seen),
  broken: (process, seen) => readStream(process, BROKEN, Infinity, seen),
};

function countRefusal(seen: Seen, startedMs: number): void {
  seen.refused++;
  seen.slowestRefusalMs = Math.max(seen.slowestRefusalMs, performance.now() - startedMs);
}

async function readStream(
  process: GatewayProcess,
  model: string,
  blocksMax: number,
  seen: Seen,
): Promise<void> {
  const startedMs = performance.now();
  const { status, headers, body, hangUp } = await process.openStream({ model });
  if (status !== 200) {
    for await (const _chunk of body);
    return countRefusal(seen, startedMs);
  }
  let blocks = 0;
  let last = '';
  for await (const block of blocksOf(body)) {
    last = block;
    if (++blocks >= blocksMax) break;
  }
  hangUp();
  if (last.includes('[DONE]')) seen.served.push(idOf({ headers }));
  else seen.interrupted++;
}
