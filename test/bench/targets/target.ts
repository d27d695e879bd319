import type { MockModel } from '../conversation.js';
import type { Format } from '../formats.js';
import type { Child } from '../process/child.js';

export type TargetName = 'direct' | 'bare' | 'portkey' | 'llms' | 'before' | 'ours' | 'caching';

/** Something that answers conversations, ready to be called. */
export interface Target {
  readonly name: TargetName;
  readonly port: number;
  /** What it is asked in; the upstream is always asked in `chat`. */
  readonly formats: readonly Format[];
  readonly headers: Readonly<Record<string, string>>;
  modelName(model: MockModel): string;
  /** Process to account for; undefined when the mock upstream is called directly. */
  readonly child: Child | undefined;
  readonly databasePid: number | undefined;
}

/** For targets that check no key. */
export const ANY_KEY = { authorization: 'Bearer sk-bench' };
