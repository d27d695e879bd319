import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DATA_KINDS } from '#contract';
import { Cancellation, Clock, runInSlices, type Steps } from '#kernel';
import { ClassifierProcesses, type ModelLoad } from '#local-models';
import { Config, InstanceSecrets } from '#platform';
import type { Finding, Kind } from '../../kinds.js';
import { MARKED_CACHE_BYTES, MARKED_CHARS_MIN } from '../../limits.js';
import type { ActivePolicy } from '../../policy.js';
import { TextCache } from '../text-cache.js';
import type { MarkedTexts } from './marked-texts.js';
import { passagesOf } from './passages.js';
import { jobsOf, TextReading, type PassageJob } from './text-reading.js';

/** What an entry of the cache costs without findings, and each finding. */
const ENTRY_BYTES = 240;
const FINDING_BYTES = 120;

/** A text as far as it matters to a model that reads prose. */
export interface ReadText {
  readonly text: string;
  readonly isFixed: boolean;
  readonly isSealed?: true;
}

export interface ReadingOrder {
  /** Whose texts these are: an organisation shares nothing with another. */
  readonly scope: string;
  readonly policy: ActivePolicy;
  readonly texts: readonly ReadText[];
  /** Nobody waits for the call any more. */
  readonly ended: Cancellation;
}

/**
 * The token classifier that an operator has put in a folder, if there is one. It reads what callers write, in
 * processes of its own and within a budget for each call, beside what the gateway finds by itself. What it
 * marked in a text is kept, so that of a conversation only the new turn is read.
 */
@Injectable()
export class OperatorModel implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('operator model');
  private readonly marked: TextCache<readonly Finding[]>;
  private readonly processes: ClassifierProcesses | null;
  private readonly lanes: number;
  private readonly budgetMs: number;
  private fingerprint = '';
  private kinds: readonly Kind[] = [];

  constructor(
    config: Config,
    secrets: InstanceSecrets,
    private readonly clock: Clock,
  ) {
    const { nerModelDir: folder, nerProcesses: processesMax, nerBudgetMs } = config;
    this.lanes = processesMax;
    this.budgetMs = nerBudgetMs;
    this.marked = new TextCache(secrets.derive('marked-cache'), MARKED_CACHE_BYTES, sizeOf);
    this.processes =
      folder === null
        ? null
        : new ClassifierProcesses({ folder, kinds: KINDS, processesMax, clock });
  }

  /** @throws UnusableLocalModel, so that nobody believes to be protected by a model that never runs */
  async onModuleInit(): Promise<void> {
    if (!this.processes) return;
    const { fingerprint, kinds, license } = await this.processes.start();
    this.fingerprint = fingerprint;
    this.kinds = kinds as readonly Kind[];
    this.logger.log(`finds ${kinds.join(', ')} (license ${license}, ${fingerprint.slice(0, 16)})`);
  }

  async onModuleDestroy(): Promise<void> {
    await this.processes?.stop();
  }

  /** Null where there is no model. The fingerprint is the SHA-256 of its manifest, in hex. */
  get load(): (ModelLoad & { readonly fingerprint: string }) | null {
    return this.processes && { ...this.processes.load, fingerprint: this.fingerprint };
  }

  /** Null where there is no model, or nobody asks for what it finds. */
  async read(order: ReadingOrder): Promise<MarkedTexts | null> {
    if (!this.processes || !order.policy.wantsAny(this.kinds)) return null;
    const sinceMs = this.clock.monotonicMs();
    const found = new Map<number, readonly Finding[]>();
    const readings = await runInSlices(this.lookUp(order, found), order.ended);
    await this.readWithin(this.budgetMs, jobsOf([...readings.values()]), order.ended);
    for (const [index, reading] of readings) {
      const findings = reading.findings();
      found.set(index, findings);
      if (reading.isWhole) this.marked.keep(reading.key, findings);
    }
    return {
      findingsIn: (index) => found.get(index) ?? [],
      isDegraded: [...readings.values()].some(({ isWhole }) => !isWhole),
      tookMs: this.clock.monotonicMs() - sinceMs,
    };
  }

  /** Adds to `found` what is known. @returns what is not, by the place of the text */
  private *lookUp(
    { scope, texts }: ReadingOrder,
    found: Map<number, readonly Finding[]>,
  ): Steps<ReadonlyMap<number, TextReading>> {
    const readings = new Map<number, TextReading>();
    for (const [index, { text, isFixed, isSealed }] of texts.entries()) {
      if (isFixed || isSealed || text.length < MARKED_CHARS_MIN) continue;
      const key = yield* this.marked.keyOf([scope, this.fingerprint], text);
      const known = this.marked.find(key);
      if (known) found.set(index, known);
      else readings.set(index, new TextReading(key, text, yield* passagesOf(text)));
      yield;
    }
    return readings;
  }

  /** Has the jobs done in their order, as many at a time as there are processes, until the time is over. */
  private async readWithin(
    budgetMs: number,
    jobs: readonly PassageJob[],
    ended: Cancellation,
  ): Promise<void> {
    if (jobs.length === 0) return;
    const over = new Cancellation();
    const alarm = this.clock.after(budgetMs, () => over.cancel(new Error('the budget is spent')));
    const stopListening = ended.onCancel((reason) => over.cancel(reason));
    const open = jobs.values();
    const lane = async (): Promise<void> => {
      for (const job of open) if (!(await this.readJob(job, over))) return;
    };
    await Promise.all(Array.from({ length: this.lanes }, lane));
    alarm.cancel();
    stopListening();
  }

  private async readJob({ parts }: PassageJob, over: Cancellation): Promise<boolean> {
    const texts = parts.map(({ reading, passage: { start, end } }) =>
      reading.text.slice(start, end),
    );
    const spans = (await this.processes?.find(texts, over)) ?? null;
    if (!spans) return false;
    const byPart = Map.groupBy(spans, ({ passage }) => passage);
    for (const [index, { reading, passage }] of parts.entries()) {
      reading.add(passage, byPart.get(index) ?? []);
    }
    return true;
  }
}

/** What a caller or an organisation names itself is no model's matter. */
const KINDS: readonly string[] = Object.entries(DATA_KINDS)
  .filter(([, { group }]) => group !== 'own' && group !== 'term')
  .map(([kind]) => kind);

const sizeOf = (findings: readonly Finding[]): number =>
  ENTRY_BYTES + findings.length * FINDING_BYTES;
