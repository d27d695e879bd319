import type { Steps } from '#kernel';
import { findingOf, type Finding } from '../../kinds.js';
import { wholeOf } from '../stretches.js';
import { findNames } from './find-names.js';
import { shippedModel } from './model.js';

const PUSHED_PER_STEP = 4_096;

/** Adds the names in parts of a text. @throws UnusableModel */
export function* scanNames(text: string, findings: Finding[], parts = wholeOf(text)): Steps<void> {
  let left = PUSHED_PER_STEP;
  for (const { kind, start, end, score, isCued } of yield* findNames(text, shippedModel(), parts)) {
    const evidence = isCued ? 'cue' : 'model';
    findings.push(findingOf(kind, start, end, { score, evidence }));
    if (--left > 0) continue;
    yield;
    left = PUSHED_PER_STEP;
  }
}
