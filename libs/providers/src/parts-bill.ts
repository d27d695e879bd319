import type { Endpoint, Spent } from '#call';
import {
  answerReaders,
  fillUntold,
  NO_USAGE,
  sumUsage,
  type Reply,
  type Usage,
  type UsageEvent,
} from '#wire';
import type { AttemptResult } from './attempt.js';

const CHARACTERS_PER_TOKEN = 4; // Of an answer that nobody counts, as everywhere.

/**
 * What the parts of one call have used by now: as they tell it. One that tells nothing has used its share of
 * the input and what came of it; one that was sent and did not come back, its share of the input.
 */
export class PartsBill implements Spent {
  private isTold = false;
  private hasEstimates = false;
  private used = NO_USAGE;
  private billed = NO_USAGE;
  private underWay = 0;
  private readonly share: Usage;

  constructor(
    readonly endpoint: Endpoint,
    inputTokens: number,
    parts: number,
  ) {
    this.share = { ...NO_USAGE, inputTotal: Math.ceil(inputTokens / parts) };
  }

  begin(): void {
    this.underWay += 1;
  }

  end(result: AttemptResult): void {
    if (result.isOk) this.add(result.reply);
    else if (result.failure.billable === 'request') return;
    this.underWay -= 1;
  }

  /** What is paid for. */
  get usage(): Usage {
    return this.withOpen(this.billed);
  }

  /** Of a call that was answered; undefined where no part told anything. */
  get told(): UsageEvent | undefined {
    if (!this.isTold) return undefined;
    const { usage: billed } = this;
    const usage = this.withOpen(this.used);
    const isEstimated = this.hasEstimates || this.underWay > 0;
    const estimated = isEstimated ? ({ hasEstimates: true } as const) : {};
    return { type: 'usage', usage, billed, ...estimated, isWholeFrame: false };
  }

  private add({ body, protocol }: Reply): void {
    if (body.kind !== 'json') return;
    const { frame } = body;
    const told = frame.events.findLast((event) => event.type === 'usage');
    const images = frame.pictures?.length ?? 0;
    const { text } = answerReaders[protocol].lengthOf(frame);
    const measured = { ...this.share, outputTotal: Math.ceil(text / CHARACTERS_PER_TOKEN), images };
    this.isTold ||= told !== undefined;
    this.hasEstimates ||= told === undefined || told.untold !== undefined;
    const filled = (usage: Usage): Usage =>
      told?.untold ? fillUntold(usage, told.untold, measured) : usage;
    this.used = sumUsage([this.used, filled(told?.usage ?? measured)]);
    const billed = filled(told?.billed ?? told?.usage ?? measured);
    this.billed = sumUsage([this.billed, { ...billed, images: Math.max(billed.images, images) }]);
  }

  private withOpen(usage: Usage): Usage {
    return { ...usage, inputTotal: usage.inputTotal + this.underWay * this.share.inputTotal };
  }
}
