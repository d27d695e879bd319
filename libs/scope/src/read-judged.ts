import type { JsonDocument, Steps } from '#kernel';
import { RequestWalk, type Place } from '#wire';
import type { Unjudged } from '#call';
import { isTrivial } from './is-trivial.js';
import type { Judged } from './judged.js';
import { Material } from './material.js';

export interface ReadRequest {
  /** `trivial`: a greeting or the like, and nothing else. Null where there is no text at all. */
  readonly judged: Judged | 'trivial' | null;
  /** SHA-256, hex, of all that a verdict is about: also what the judge is not shown. */
  readonly digest: string;
  /** What is in it that no judge can read. */
  readonly unread: readonly Unjudged[];
}

const STEP_NODES = 256; // Under a millisecond, with a turn of a page in every third.

/**
 * Reads a request in any format, by position in its schema: what no schema names is the user's.
 * @param document as the model would see it
 * @param trustsSystem the operator writes what stands as system prompt, so it is not judged
 */
export function* readJudged(
  { root, text }: JsonDocument,
  format: Place,
  trustsSystem: boolean,
): Steps<ReadRequest> {
  const material = new Material({ root, text, format, trustsSystem });
  const walk = new RequestWalk(root, format, material);
  for (let isDone = false; !isDone;) {
    isDone = walk.run(STEP_NODES);
    yield* material.hashSteps();
    if (!isDone) yield;
  }
  const { judged, unread } = material.read();
  return {
    judged: judged && isGreeting(judged) ? 'trivial' : judged,
    digest: material.digest(),
    unread,
  };
}

/** Even an assent asks for something, where there is something that it takes up. */
const isGreeting = ({ request, ...around }: Judged): boolean =>
  isTrivial(request) && Object.values(around).every((text) => text === '');
