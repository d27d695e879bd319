import { Injectable } from '@nestjs/common';
import { Clock, Entropy } from '#kernel';
import { readKeptEvents, writeKeptAnswer } from '#wire';
import { ContentKeys } from '../keys/content-keys.js';
import { openText, sealText } from '../keys/sealed-text.js';
import type { CachePlace } from './cache-place.js';
import type { KeptAnswer } from './kept-answer.js';
import { AnswerStore } from './store/answer-store.js';

/** What a look into the store came to. */
type Found =
  | { readonly kind: 'answer'; readonly answer: KeptAnswer }
  /** `damaged`: it was changed, cut or put elsewhere. `purged`: the key is not the one in force any more. */
  | { readonly kind: 'nothing' | 'damaged' | 'purged' };

/** Answers as they lie in their store, which can neither read them nor tell equal requests of two organisations by them. */
@Injectable()
export class CacheStore {
  constructor(
    private readonly answers: AnswerStore,
    private readonly keys: ContentKeys,
    private readonly entropy: Entropy,
    private readonly clock: Clock,
  ) {}

  /** @throws where the store is away */
  async find(place: CachePlace): Promise<Found> {
    const look = await this.answers.find(place);
    if (look.kind === 'unreadable') return { kind: 'damaged' };
    if (look.kind !== 'found') return { kind: look.kind };
    const key = await this.keys.of(place.organisationId);
    try {
      const answer = read(openText(key, textOf(place), look.sealed));
      // Who told it to be of another call would keep it from that call's erasure.
      if (look.callId !== undefined && look.callId !== answer.callId) return { kind: 'damaged' };
      return answer.expiresAtMs > this.clock.nowMs()
        ? { kind: 'answer', answer }
        : { kind: 'nothing' };
    } catch {
      return { kind: 'damaged' };
    }
  }

  /** In the place of what was there. @throws where the store is away */
  async put(place: CachePlace, answer: KeptAnswer): Promise<void> {
    const { callId, storedAtMs, expiresAtMs } = answer;
    const key = await this.keys.of(place.organisationId);
    const sealed = sealText(key, textOf(place), write(answer), this.entropy);
    await this.answers.put(place, { callId, sealed, storedAtMs, expiresAtMs });
  }
}

/** What an answer is authenticated with: it opens at its own place alone. */
const textOf = ({ organisationId, scopeId, round, digest }: CachePlace): string =>
  `cached_answer/${organisationId}/${scopeId}/${round}/${digest.toString('hex')}`;

/** The call and the times stand within: what stands beside is no more than what it is found and swept by. */
const write = ({ events, ...rest }: KeptAnswer): string =>
  JSON.stringify({ ...rest, events: writeKeptAnswer(events) });

function read(text: string): KeptAnswer {
  const { events, ...rest } = JSON.parse(text) as Omit<KeptAnswer, 'events'> & {
    readonly events: string;
  };
  return { ...rest, events: readKeptEvents(events) };
}
