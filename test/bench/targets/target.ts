import type { MockModel } from '../conversation.js';
import type { Child } from '../process/child.js';

export type TargetName = 'direct' | 'bare' | 'portkey' | 'before' | 'ours';

/** Something that answers chat completions, ready to be called. */
export interface Target {
  readonly name: TargetName;
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  modelName(model: MockModel): string;
  /** Process to account for; undefined when the mock upstream is called directly. */
  readonly child: Child | undefined;
  readonly databasePid: number | undefined;
}

export const CHAT_PATH = '/v1/chat/completions';

/** For targets that check no key. */
export const ANY_KEY = { authorization: 'Bearer sk-bench' };
