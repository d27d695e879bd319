import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
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

const running = new Set<ChildProcess>();
let isOver = false;

/** With a channel to this process: gateway and sandbox end when it does, however that is. */
function begin(app: string, words: readonly string[], options: ForkOptions): ChildProcess {
  if (isOver) throw new Error('The drill has ended.');
  const child = fork(mainOf(app), [...words], { execArgv: [], ...options });
  running.add(child);
  child.on('error', () => undefined); // Told by its end.
  child.once('exit', () => running.delete(child));
  return child;
}

/** At once, and no other one is started. */
export async function endChildren(): Promise<void> {
  isOver = true;
  await Promise.all([...running].map((child) => stop(child, () => void child.kill('SIGKILL'))));
}

/** A command of this program. @throws with what it said, when it finds something wrong */
export async function run(words: readonly string[], variables: Variables): Promise<void> {
  const child = begin('cli', words, { env: variables, silent: true });
  const said = listenTo(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(said.text.trim());
}

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startGateway(variables: Variables): Promise<Served> {
  const child = begin('api', [], { env: { GW_PORT: '0', ...variables }, silent: true });
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

/** One that nobody else can read along with. */
export async function startSandbox(): Promise<Served> {
  const env = { GW_SANDBOX_PORT: '0', GW_SANDBOX_EMBEDDED: 'true' };
  const child = begin('sandbox', [], { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
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
