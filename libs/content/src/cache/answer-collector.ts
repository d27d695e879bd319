import type { Mark, MeteredCall, Outcome } from '#call';
import type { Part, ReplyEvent, ReplyFrame } from '#wire';
import { charsIn, type KeptAnswer } from './kept-answer.js';

type TextEvent = Extract<ReplyEvent, { readonly type: 'text' | 'args' }>;

/** Of one answer, in characters of what is said in it. */
const ANSWER_CHARS_MAX = 1_048_576;
/** Beside the texts: parts, signatures, reasons. Texts of a part are one event, however many pieces they came in. */
const EVENTS_MAX = 4_096;

/** Ends of an answer that is all that its request asked for. */
const WHOLE: ReadonlySet<string> = new Set(['stop', 'stop_sequence', 'length', 'tool_calls']);
/** Whoever gets it would not get what the mark is about. */
const UNFIT: ReadonlySet<Mark> = new Set<Mark>(['processed_elsewhere', 'usage_clamped']);

/**
 * The events of an answer while it passes, as its provider tells them: what is kept is the whole of it or nothing. Errors,
 * refusals, what was cut off, what a model said itself and was not shown, and what a provider did on its way are not kept.
 */
export class AnswerCollector {
  private readonly events: ReplyEvent[] = [];
  /** Where the last event of each part stands. */
  private readonly lasts = new Map<Part, number>();
  private chars = 0;
  private isUnfit = false;

  see({ events, vectors, pictures }: ReplyFrame): void {
    if (this.isUnfit) return;
    if (vectors || pictures) return this.giveUp();
    for (const event of events) this.take(event);
    if (this.chars > ANSWER_CHARS_MAX || this.events.length > EVENTS_MAX) this.giveUp();
  }

  /** Undefined where it is not to be kept. */
  finish(
    { callId }: Pick<MeteredCall, 'callId'>,
    outcome: Outcome,
  ): Omit<KeptAnswer, 'storedAtMs' | 'expiresAtMs'> | undefined {
    const { endpoint, charge } = outcome;
    if (this.isUnfit || !endpoint?.model || charge?.kind !== 'settle') return undefined;
    if (!isWhole(outcome) || !this.endsWell()) return undefined;
    return {
      callId,
      provider: endpoint.provider.name,
      model: endpoint.model.id,
      usage: charge.usage,
      events: this.events,
    };
  }

  private endsWell(): boolean {
    const reasons = this.events.flatMap((event) => (event.type === 'finish' ? event.reason : []));
    return (
      this.events.at(-1)?.type === 'done' &&
      reasons.length > 0 &&
      reasons.every((reason) => WHOLE.has(reason))
    );
  }

  private take(event: ReplyEvent): void {
    if (event.type === 'error') return this.giveUp();
    if ('part' in event && UNKEPT.has(event.part.kind)) return this.giveUp();
    if (event.type === 'text' || event.type === 'args') return this.takeText(event);
    this.chars += charsIn(event);
    // Told of one call alone.
    if (event.type !== 'start' && event.type !== 'usage') this.push(event);
  }

  /** On to the text before it, if nothing of the part came since: a signature between two texts stays between them. */
  private takeText({ type, part, delta }: TextEvent): void {
    this.chars += delta.length;
    const place = this.lasts.get(part);
    const last = place === undefined ? undefined : this.events[place];
    if (place !== undefined && last?.type === type) {
      this.events[place] = { type, part, delta: last.delta + delta };
    } else this.push({ type, part, delta });
  }

  private push(event: ReplyEvent): void {
    const place = this.events.push(event) - 1;
    if ('part' in event) this.lasts.set(event.part, place);
  }

  private giveUp(): void {
    this.isUnfit = true;
    this.events.length = 0;
    this.lasts.clear();
  }
}

/** What a model would not say, and what its provider did for it. */
const UNKEPT: ReadonlySet<string> = new Set(['refusal', 'provider_call']);

const isWhole = ({
  status,
  endedBy,
  error,
  isPartial,
  callerGone,
  found,
  marks,
}: Outcome): boolean =>
  status === 200 &&
  endedBy === 'upstream' &&
  error === null &&
  !isPartial &&
  !callerGone &&
  found.length === 0 &&
  !marks.some((mark) => UNFIT.has(mark));
