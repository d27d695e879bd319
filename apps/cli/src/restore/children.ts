import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SystemClock } from '#kernel';

/** All that a child gets: nothing of this process's own environment. */
export type Variables = Readonly<Record<string, string>>;

const clock = new SystemClock();
const APPS = join(import.meta.dirname, '..', '..', '..');
const START_MS_MAX = 120_000; // A start recovers what a crash left, and the machine may be busy.
const STOP_MS_MAX = 60_000;
/** What a gateway says once it serves. */
const SERVES = /Base URL\s+(\S+)\/v1/;

const mainOf = (app: string): string => join(APPS, app, 'src', 'main.js');

/** A command of this program. @throws with what it said, when it finds something wrong */
export async function run(words: readonly string[], variables: Variables): Promise<void> {
  const child = spawn(process.execPath, [mainOf('cli'), ...words], {
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = listenTo(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(said.text.trim());
}

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startGateway(variables: Variables): Promise<Served> {
  const child = spawn(process.execPath, [mainOf('api')], {
    env: { GW_PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = listenTo(child);
  const serves = new Promise<string>((resolve) => {
    said.onText = () => {
      const [, url] = SERVES.exec(said.text) ?? [];
      if (url !== undefined) resolve(url);
    };
  });
  try {
    const url = await first(serves, child, 'gateway');
    return { url, stop: () => stop(child) };
  } catch (fault) {
    child.kill('SIGKILL');
    throw new Error(`${(fault as Error).message}\n${said.text.trim()}`, { cause: fault });
  }
}

/** One that nobody else can read along with, and that ends with this process. */
export async function startSandbox(): Promise<Served> {
  const child = fork(mainOf('sandbox'), [], {
    env: { GW_SANDBOX_PORT: '0', GW_SANDBOX_EMBEDDED: 'true' },
    stdio: 'ignore',
  });
  child.on('error', () => undefined);
  const said = once(child, 'message').then(([message]) => (message as { url: string }).url);
  const url = await first(said, child, 'sandbox');
  return { url, stop: () => stop(child, () => child.disconnect()) };
}

interface Said {
  text: string;
  onText?: () => void;
}

function listenTo(child: ChildProcess): Said {
  const said: Said = { text: '' };
  child.on('error', () => undefined); // Told by its end.
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said.text += text;
      said.onText?.();
    });
  }
  return said;
}

/** @throws when the child ends before, or takes too long */
async function first<Answer>(
  awaited: Promise<Answer>,
  child: ChildProcess,
  name: string,
): Promise<Answer> {
  let fail: (how: string) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = (how) => reject(new Error(`The ${name} did not start${how}.`));
  });
  const late = clock.after(START_MS_MAX, () => fail(` within ${START_MS_MAX / 1_000} s`));
  const onExit = () => fail('');
  child.once('exit', onExit);
  try {
    return await Promise.race([awaited, failed]);
  } finally {
    late.cancel();
    child.off('exit', onExit);
  }
}

async function stop(
  child: ChildProcess,
  ask = (): void => void child.kill('SIGTERM'),
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  ask();
  const late = clock.after(STOP_MS_MAX, () => void child.kill('SIGKILL'));
  await ended;
  late.cancel();
}
