import { fork, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Channel } from './channel.js';
import type { LauncherOrder, LauncherReport } from './launcher-messages.js';

const PROCESS = fileURLToPath(new URL('./launcher-process.js', import.meta.url));

/** How a child ended; null where it is not known, since what started it has ended. */
export type Exit = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
} | null;

export interface ChildListener {
  /** It may be spoken to. */
  readonly onStarted: () => void;
  readonly onMessage: (message: unknown) => void;
  /** Once. */
  readonly onGone: (exit: Exit) => void;
}

/** A child that a launcher has started, or is about to. */
export class LaunchedChild {
  private channel: Channel | undefined;
  private id: number | undefined;

  constructor(
    private readonly listener: ChildListener,
    private readonly endIt: () => void,
  ) {}

  /** Undefined until it is there. */
  get pid(): number | undefined {
    return this.id;
  }

  /** Resolves when it went out, or cannot any more: the end tells that. */
  async send(message: unknown): Promise<void> {
    await this.channel?.send(message);
  }

  end(): void {
    this.channel?.close();
    this.endIt();
  }

  /** By its launcher. */
  take(pid: number, socket: Socket): void {
    this.id = pid;
    socket.unref();
    this.channel = new Channel(socket, {
      onMessage: (message) => this.listener.onMessage(message),
      // It has ended, which is told in a moment, or it says what it should not.
      onClosed: this.endIt,
    });
  }

  started(): void {
    this.listener.onStarted();
  }

  gone(exit: Exit): void {
    this.channel?.close();
    this.listener.onGone(exit);
  }
}

/**
 * Starts processes from a small one of its own: to start one from here would hold the event loop for as long as
 * all memory of the gateway takes to be told to the system twice. Who was started speaks with the gateway directly,
 * and ends with either of the two.
 */
export class Launcher {
  private process: ChildProcess | undefined;
  private readonly children = new Map<number, LaunchedChild>();
  private places = 0;
  private isOver = false;

  /** Of the process that starts them; undefined before the first one. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  launch(listener: ChildListener): LaunchedChild {
    const place = ++this.places;
    const child = new LaunchedChild(listener, () => this.tell({ kind: 'end', place }));
    this.children.set(place, child);
    if (!this.isOver) this.process ??= this.begin();
    this.tell({ kind: 'start', place });
    return child;
  }

  /** It has not started what it should have: the next one does. */
  distrust(): void {
    this.process?.kill('SIGKILL');
  }

  /** By the framework, when the application closes. */
  onModuleDestroy(): void {
    this.stop();
  }

  /** Ends it and all that it has started; nobody is told. */
  stop(): void {
    this.isOver = true;
    this.children.clear();
    if (this.process?.connected) this.process.disconnect();
    this.process = undefined;
  }

  private tell(order: LauncherOrder): void {
    this.process?.send(order, () => undefined); // Where it cannot be told it is gone, which its exit says.
  }

  private begin(): ChildProcess {
    const started = fork(PROCESS, [], {
      cwd: '/',
      env: {}, // Nor does it need a secret to start what has none.
      execArgv: process.execArgv.filter((option) => !option.startsWith('--inspect')),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.unref();
    started.channel?.unref();
    started.on('message', (report, socket) => this.hear(report as LauncherReport, socket));
    started.on('error', () => this.lose(started));
    started.on('exit', () => this.lose(started));
    return started;
  }

  private hear(report: LauncherReport, socket: unknown): void {
    const child = this.children.get(report.place);
    switch (report.kind) {
      case 'started':
        // What nobody waits for has no socket to live by.
        if (child && socket instanceof Socket) child.take(report.pid, socket);
        else if (socket instanceof Socket) socket.destroy();
        return;
      case 'handed':
        return child?.started();
      case 'gone':
        this.children.delete(report.place);
        return child?.gone({ code: report.code, signal: report.signal });
    }
  }

  /** Its children end with it; whoever needs another one starts another launcher. */
  private lose(lost: ChildProcess): void {
    if (this.process !== lost) return;
    this.process = undefined;
    const orphans = [...this.children.values()];
    this.children.clear();
    for (const orphan of orphans) orphan.gone(null);
  }
}
