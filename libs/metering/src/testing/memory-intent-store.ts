import type { AdmissionRequest } from '../admission/admission-request.js';
import { IntentStore, type CallProgress } from '../admission/intent-store.js';

/** Intents for tests that are not about them. */
export class MemoryIntentStore extends IntentStore {
  readonly opened = new Set<string>();
  readonly progress: CallProgress[] = [];

  open(batch: readonly AdmissionRequest[]): Promise<boolean> {
    for (const { id } of batch) this.opened.add(id);
    return Promise.resolve(true);
  }

  grow(): Promise<void> {
    return Promise.resolve();
  }

  setHold(): Promise<void> {
    return Promise.resolve();
  }

  forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.opened.delete(id);
    return Promise.resolve();
  }

  saveProgress(progress: readonly CallProgress[]): Promise<void> {
    this.progress.push(...progress);
    return Promise.resolve();
  }
}
