import { Injectable } from '@nestjs/common';
import { Clock, type Nano } from '#kernel';
import { IntentStore } from '../admission/intent-store.js';

const SAVE_MS = 5_000; // A killed replica forgets at most this much of its running streams.

/** Keeps what running calls would cost so far in their intents, for the day this process is killed. */
@Injectable()
export class ProgressBook {
  private changed = new Map<string, { nano: Nano; tokens: number }>();
  private stopSaving: () => void = () => undefined;
  private isSaving = false;

  constructor(
    private readonly intents: IntentStore,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.stopSaving = this.clock.every(SAVE_MS, () => void this.save());
  }

  stop(): void {
    this.stopSaving();
  }

  note(id: string, nano: Nano, tokens: number): void {
    this.changed.set(id, { nano, tokens });
  }

  forget(id: string): void {
    this.changed.delete(id);
  }

  private async save(): Promise<void> {
    if (this.isSaving || this.changed.size === 0) return;
    this.isSaving = true;
    const progress = [...this.changed].map(([id, { nano, tokens }]) => ({ id, nano, tokens }));
    this.changed = new Map();
    // Lossy by design: the next tick brings newer numbers.
    await this.intents.saveProgress(progress).catch(() => undefined);
    this.isSaving = false;
  }
}
