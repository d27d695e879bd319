import { itemsOf, member, numberOf, stringOf, type JsonDocument } from '#kernel';
import { PIECES_MAX, tooManyPieces } from '../guard-pieces.js';
import { errorEvent } from '../errors/error-event.js';
import { readErrorBody } from '../errors/read-error-body.js';
import { usageEvents, type ReplyEvent } from '../reply.js';
import { Candidate } from './candidate.js';
import { readServedTier } from '../service-tier.js';
import { readGeminiUsage } from './read-usage.js';

/** Reads the responses of one answer: each is a piece of it, or the whole. */
export class FrameReader {
  private readonly candidates = new Map<number, Candidate>();
  private hasStarted = false;

  /** Every candidate that was seen has said why it ended. */
  get isComplete(): boolean {
    const seen = [...this.candidates.values()];
    return seen.length > 0 && seen.every(({ hasFinished }) => hasFinished);
  }

  /** The last event is an `error` where the response is one, or holds no answer. */
  read(document: JsonDocument, events: ReplyEvent[]): void {
    const { root } = document;
    const error = readErrorBody(root);
    if (error) {
      events.push(errorEvent(error));
      return;
    }
    if (!this.hasStarted) {
      this.hasStarted = true;
      events.push({ type: 'start', id: stringOf(member(root, 'responseId')) ?? '' });
    }
    const counts = member(root, 'usageMetadata');
    const usage = readGeminiUsage(counts);
    const tier = readServedTier(member(counts, 'serviceTier'), member(counts, 'trafficType'));
    events.push(...usageEvents(usage, tier));
    const candidates = itemsOf(member(root, 'candidates'));
    candidates.forEach((node, place) => {
      this.candidateAt(numberOf(member(node, 'index')) ?? place).read(node, document, events);
    });
    // A prompt that was blocked has no candidates.
    const isBlocked = stringOf(member(member(root, 'promptFeedback'), 'blockReason')) !== undefined;
    if (isBlocked && candidates.length === 0) this.candidateAt(0).finish('SAFETY', events);
  }

  /** Ends the candidates that never said why; there is at least one. */
  finishAll(events: ReplyEvent[]): void {
    this.candidateAt(0);
    for (const candidate of this.candidates.values()) candidate.finish('STOP', events);
  }

  private candidateAt(index: number): Candidate {
    let candidate = this.candidates.get(index);
    if (!candidate) {
      if (this.candidates.size >= PIECES_MAX) throw tooManyPieces();
      this.candidates.set(index, (candidate = new Candidate(index)));
    }
    return candidate;
  }
}
