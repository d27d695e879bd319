import { failed, type Cancellation, type Clock, type GatewayError } from '#kernel';
import { languagesThere } from '../ocr/languages.js';
import { CELL_FALSE_STARTS_MAX, CELL_QUEUE_MAX, CELL_QUEUE_OWNER_MAX } from '../limits.js';
import { CellProcess, type CellJob } from './cell-process.js';
import { FairQueue } from './fair-queue.js';
import type { Launcher } from './launcher.js';
import type { CellFacts } from './messages.js';
import type { Task } from './task.js';
import type { Tasks } from './tasks.js';

type OptionsOf<Name extends keyof Tasks> =
  Tasks[Name] extends Task<infer Options, infer _Part, infer _Result> ? Options : never;
type PartOf<Name extends keyof Tasks> =
  Tasks[Name] extends Task<infer _Options, infer Part, infer _Result> ? Part : never;
type ResultOf<Name extends keyof Tasks> =
  Tasks[Name] extends Task<infer _Options, infer _Part, infer Result> ? Result : never;

export interface CellOrderOf<Name extends keyof Tasks> {
  readonly documents: readonly Uint8Array[];
  /** Plain data. */
  readonly options: OptionsOf<Name>;
  /** Of the result, in its order, before the whole is there. */
  readonly onPart?: (part: PartOf<Name>) => void;
  /** Nobody waits for it any more: its child is ended. */
  readonly ended: Cancellation;
  /** By a child that has had no document yet: what was read before says nothing here. */
  readonly isFresh?: boolean;
}

export interface CellOptions {
  /** Children at work at a time. */
  readonly processesMax: number;
  readonly launcher: Launcher;
  readonly clock: Clock;
  /** Whether one is there before a document is; left out, it is. */
  readonly keepsWarm?: boolean;
}

/** How busy the children are. */
export interface CellLoad {
  readonly processes: number;
  readonly busy: number;
  readonly waiting: number;
}

/** How whoever has a document gets it read. */
export interface CellDoor {
  /**
   * Has a document read. @throws what is wrong with it, as in the catalogue; documents_busy where too many wait
   * already; the reason of `ended`
   */
  run<Name extends keyof Tasks>(task: Name, order: CellOrderOf<Name>): Promise<ResultOf<Name>>;
}

/**
 * Where users' files are parsed: children that know nothing, reach nothing and may die. One is kept warm; a
 * document that kills its child ends one job, and the next child is started at once. Once a second look was asked
 * for, one more is there for the next: it waits, and takes no document before.
 */
export class Cell implements CellDoor {
  private readonly processes = new Set<CellProcess>();
  private readonly waiting = new FairQueue<CellJob>();
  private known: CellFacts | undefined;
  private installed: readonly string[] | undefined;
  private firstKnown = Promise.withResolvers<CellFacts | undefined>();
  private falseStarts = 0;
  private keepsSpare = false;
  private isOver = false;

  constructor(private readonly options: CellOptions) {}

  /** Children at work at a time. */
  get processesMax(): number {
    return this.options.processesMax;
  }

  /** What the children can do; undefined until the first one is ready. */
  get facts(): CellFacts | undefined {
    return this.known;
  }

  /** It can be asked to recognise text; until a child has said so, the files that it needs are there. */
  get recognises(): boolean {
    const { languages } = this.known ?? { languages: (this.installed ??= languagesThere()) };
    return languages.length > 0;
  }

  /** The same once it is known; undefined where no child starts at all. */
  whenKnown(): Promise<CellFacts | undefined> {
    this.keepWarm();
    return this.firstKnown.promise;
  }

  get load(): CellLoad {
    const all = [...this.processes];
    return {
      processes: all.length,
      busy: all.filter((one) => !one.isIdle && !one.isStarting).length,
      waiting: this.waiting.size,
    };
  }

  /** Process ids, for whoever measures them. */
  get pids(): readonly number[] {
    return [...this.processes].flatMap(({ pid }) => pid ?? []);
  }

  /** For whoever has the cell alone. */
  run<Name extends keyof Tasks>(task: Name, order: CellOrderOf<Name>): Promise<ResultOf<Name>> {
    return this.runFor('', task, order);
  }

  /** Whoever it is for waits in its own line. @param organisation the id of whose documents they are */
  of(organisation: string): CellDoor {
    return { run: (task, order) => this.runFor(organisation, task, order) };
  }

  private runFor<Name extends keyof Tasks>(
    owner: string,
    task: Name,
    order: CellOrderOf<Name>,
  ): Promise<ResultOf<Name>> {
    const { documents, options, onPart, ended, isFresh = false } = order;
    const isFull =
      this.waiting.size >= CELL_QUEUE_MAX || this.waiting.sizeOf(owner) >= CELL_QUEUE_OWNER_MAX;
    if (this.isOver || isFull) return Promise.reject(failed('documents_busy'));
    if (ended.reason) return Promise.reject(ended.reason);
    return new Promise((resolve, reject) => {
      const job: CellJob = {
        owner,
        task,
        options,
        documents,
        isFresh,
        onPart: (part) => onPart?.(part as PartOf<Name>),
        settle: (outcome) => {
          stopListening();
          // What a task returns is what its type says: both ends are built together.
          if (outcome.ok) resolve(outcome.result as ResultOf<Name>);
          else reject(outcome.error);
        },
      };
      const stopListening = ended.onCancel((reason) => {
        reject(reason); // First: the child that is ended has a reason of its own.
        this.giveUp(job);
      });
      this.waiting.add(job);
      this.assign();
    });
  }

  /** By the framework, when the application closes. */
  onModuleDestroy(): void {
    this.stop();
  }

  stop(): void {
    this.isOver = true;
    this.refuseWaiting(failed('documents_busy'));
    for (const one of this.processes) one.stop();
    this.processes.clear();
  }

  /** Ends children that have nothing to do. */
  rest(): void {
    if (this.waiting.size > 0) return;
    this.keepsSpare = false;
    for (const one of this.processes) if (one.isIdle || one.isStarting) one.stop();
    this.falseStarts = 0; // One that was ended while it loaded is none.
  }

  private readonly running = new Map<CellJob, CellProcess>();

  private giveUp(job: CellJob): void {
    this.waiting.delete(job);
    this.running.get(job)?.stop();
  }

  private assign(): void {
    for (let job = this.waiting.next; job && this.hasTurn; job = this.waiting.next) {
      const { isFresh } = job;
      this.keepsSpare ||= isFresh;
      const child = this.idleOne({ isUnused: isFresh }) ?? (isFresh ? undefined : this.idleOne());
      if (child) {
        this.waiting.take(job);
        this.start(job, child);
      }
      // It makes room for one that has had no document: the one that looks, or the next one.
      if (isFresh && this.isFull) this.idleOne({ isUnused: false })?.stop();
      if (!child) break;
    }
    this.grow();
  }

  private get hasTurn(): boolean {
    return this.load.busy < this.options.processesMax;
  }

  private idleOne(wanted?: { readonly isUnused: boolean }): CellProcess | undefined {
    const idle = [...this.processes].filter(({ isIdle }) => isIdle);
    return wanted ? idle.find(({ isUnused }) => isUnused === wanted.isUnused) : idle[0];
  }

  private start(job: CellJob, idle: CellProcess): void {
    this.running.set(job, idle);
    idle.run({
      ...job,
      settle: (outcome) => {
        this.running.delete(job);
        job.settle(outcome);
      },
    });
  }

  /** As many as wait, within the bound, and one that is spare; one at a time is loading. */
  private grow(): void {
    const isStarting = [...this.processes].some((one) => one.isStarting);
    if (this.isOver || this.isFull || isStarting) return;
    const lacksSpare = this.keepsSpare && !this.idleOne({ isUnused: true });
    if (this.waiting.size > 0 || lacksSpare) this.add();
  }

  private get isFull(): boolean {
    return this.processes.size >= this.options.processesMax + (this.keepsSpare ? 1 : 0);
  }

  private keepWarm(): void {
    if (this.processes.size === 0 && !this.isOver) this.add();
  }

  private add(): void {
    const { launcher, clock } = this.options;
    const started: CellProcess = new CellProcess({
      launcher,
      clock,
      onReady: (facts) => {
        this.falseStarts = 0;
        this.known = facts;
        this.firstKnown.resolve(facts);
      },
      onIdle: () => this.assign(),
      onGone: (wasReady) => this.lose(started, wasReady),
    });
    this.processes.add(started);
  }

  private lose(lost: CellProcess, wasReady: boolean): void {
    this.processes.delete(lost);
    if (this.isOver) return;
    if (!wasReady && ++this.falseStarts >= CELL_FALSE_STARTS_MAX) {
      this.firstKnown.resolve(undefined);
      this.falseStarts = 0; // The next job tries again.
      return this.refuseWaiting(failed('pdf_renderer_unavailable'));
    }
    if (this.options.keepsWarm ?? true) this.keepWarm();
    this.assign();
  }

  private refuseWaiting(error: GatewayError): void {
    for (const { settle } of this.waiting.drain()) settle({ ok: false, error });
  }
}
