import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pinned } from './pinning.js';

const HOOK = new URL('../resolve-ts.mjs', import.meta.url).href;
const OUTPUT_KEPT = 4_000;
const STOP_TIMEOUT_MS = 60_000; // A gateway drains, seals and stops its database.

/** Anything else would let settings of the caller's shell, a database's address say, into the run. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

export interface ChildOptions {
  /** Arguments of Node: the file to run, preceded and followed by whatever it needs. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Undefined leaves the process where the system puts it. */
  readonly core?: number | undefined;
}

/** A process of the bench: pinned, with a channel for messages, and with its output kept. */
export class Child {
  private output = '';
  private readonly child: ChildProcess;
  private readonly name: string;

  private constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece: Buffer) => {
        this.output = (this.output + piece.toString()).slice(-OUTPUT_KEPT);
      });
    }
    child.on('error', (error) => {
      this.output += String(error);
    });
  }

  static start(name: string, { args, env = {}, core }: ChildOptions): Child {
    const [command, ...rest] = pinned([process.execPath, ...args], core);
    const child = spawn(command, rest, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...inherited(), ...env },
    });
    return new Child(name, child);
  }

  /** A TypeScript file of the bench itself. */
  static startOwn(name: string, file: URL, core: number, args: readonly string[] = []): Child {
    return Child.start(name, { args: ['--import', HOOK, fileURLToPath(file), ...args], core });
  }

  /** `taskset` becomes the process it starts, so this is the process that was asked for. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  send(message: object): void {
    this.child.send(message);
  }

  /**
   * The next message of one of these kinds.
   * @throws Error when the process ends before, or says nothing in time
   */
  receive<Message extends { readonly kind: string }, Kind extends Message['kind']>(
    kind: Kind,
    timeoutMs: number,
  ): Promise<Extract<Message, { readonly kind: Kind }>> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.child.off('message', onMessage).off('exit', onExit);
        act();
      };
      const onMessage = (message: unknown) => {
        const known = message as Message;
        if (known.kind !== kind) return;
        settle(() => resolve(known as Extract<Message, { readonly kind: Kind }>));
      };
      const onExit = () => settle(() => reject(this.fault('ended')));
      const timer = setTimeout(
        () => settle(() => reject(this.fault(`did not say "${kind}" in ${timeoutMs} ms`))),
        timeoutMs,
      ).unref();
      this.child.on('message', onMessage).on('exit', onExit);
    });
  }

  fault(what: string): Error {
    return new Error(`${this.name} ${what}. It last said:\n${this.output}`);
  }

  /** Asks it to end and waits. @returns whether it ended by itself, with code 0 */
  async stop(): Promise<boolean> {
    if (!this.isRunning) return this.child.exitCode === 0;
    const ended = once(this.child, 'exit');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    this.child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
    return this.child.exitCode === 0;
  }
}

const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
