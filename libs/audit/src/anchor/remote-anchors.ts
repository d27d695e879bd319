import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { Config } from '#platform';
import type { AnchorFork, AnchorNote, AnchorPlace } from './anchor-place.js';
import { S3Place } from './s3-place.js';
import { WebhookPlace } from './webhook-place.js';

const WRITE_MS = 600_000; // The file has more; what is locked for years need not have every second.
const RETRY_MS = 60_000;

interface State {
  readonly place: AnchorPlace;
  /** Compared with the log since the start. Before that nothing is written there. */
  progress: 'unread' | 'read' | 'compared';
  isAway: boolean;
  dueMs: number;
  /** The size of each log that is kept there, as far as this process knows. */
  readonly sizes: Map<string, number>;
}

/**
 * The places beside the file: none of them holds anybody up. One that cannot be reached is counted,
 * shown, and tried again; what it missed is in the next checkpoint, which commits to all before it.
 */
@Injectable()
export class RemoteAnchors {
  private readonly logger = new Logger('anchors');
  private readonly states: readonly State[];
  private failed = 0;

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    this.states = placesOf(config, clock).map((place) => ({
      place,
      progress: 'unread',
      isAway: false,
      dueMs: Number.NEGATIVE_INFINITY,
      sizes: new Map(),
    }));
  }

  /** Tries that failed since the start. */
  get failures(): number {
    return this.failed;
  }

  /** Places that could not be reached when they were tried last. */
  get away(): number {
    return this.states.filter(({ isAway }) => isAway).length;
  }

  /** Whether some place was not compared yet, and is due to be tried. */
  get wantsReading(): boolean {
    return this.states.some((state) => state.progress !== 'compared' && this.isDue(state));
  }

  /** What was read fits the log: from here on it may be written there. */
  markCompared(): void {
    for (const state of this.states) if (state.progress === 'read') state.progress = 'compared';
  }

  /** The newest notes of all places that can be reached. Never rejects. */
  async read(): Promise<readonly string[]> {
    const notes = await Promise.all(
      this.states.map((state) =>
        this.attempt(state, async () => {
          const found = await state.place.read();
          state.progress = 'read';
          return found;
        }),
      ),
    );
    return notes.flatMap((found) => found ?? []);
  }

  /**
   * Writes what the places do not have yet. Never rejects.
   * @param isFinal also what is not due: there is no next time
   */
  async write(known: readonly AnchorNote[], isFinal = false): Promise<void> {
    await Promise.all(
      this.states
        .filter(({ progress }) => progress === 'compared')
        .filter((state) => this.isDue(state) || (isFinal && !state.isAway))
        .map((state) => this.writeTo(state, known)),
    );
  }

  /** @throws when a place cannot be told: then the fork is not accepted */
  async acceptForks(forks: readonly AnchorFork[]): Promise<void> {
    for (const { place } of this.states) {
      for (const fork of forks) await place.acceptFork(fork);
    }
  }

  private async writeTo(state: State, known: readonly AnchorNote[]): Promise<void> {
    const fresh = known.filter(
      ({ organisationId, size }) => size > (state.sizes.get(organisationId) ?? 0),
    );
    if (fresh.length === 0) return;
    await this.attempt(state, async () => {
      for (const anchor of fresh) {
        await state.place.write(anchor);
        state.sizes.set(anchor.organisationId, anchor.size);
      }
      state.dueMs = this.clock.monotonicMs() + WRITE_MS;
    });
  }

  private isDue({ dueMs }: State): boolean {
    return this.clock.monotonicMs() >= dueMs;
  }

  private async attempt<Result>(
    state: State,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const { name } = state.place;
    try {
      const result = await work();
      if (state.isAway) this.logger.log(`anchors reach ${name} again`);
      state.isAway = false;
      return result;
    } catch (fault) {
      this.failed++;
      state.dueMs = this.clock.monotonicMs() + RETRY_MS;
      if (!state.isAway) this.logger.error(`anchors cannot reach ${name}: ${wordsOf(fault)}`);
      state.isAway = true;
      return undefined;
    }
  }
}

const wordsOf = (fault: unknown): string =>
  fault instanceof Error ? fault.message : String(fault);

function placesOf({ anchorWebhook, anchorS3 }: Config, clock: Clock): AnchorPlace[] {
  return [
    ...(anchorWebhook ? [new WebhookPlace(anchorWebhook, clock)] : []),
    ...(anchorS3 ? [new S3Place(anchorS3, clock)] : []),
  ];
}
