import { failed, type GatewayError } from '#kernel';
import { mostUsage, type ReplyFrame, type ServiceTier, type Untold, type Usage } from '#wire';

const CHOICES_MAX = 16; // That anybody looks at.

/** What is learnt of an answer while it passes, for the outcome. */
export class AnswerRecord {
  /** What is paid for. */
  usage: Usage | null = null;
  hasEstimates = false;
  tier: ServiceTier | null = null;
  /** Where the provider says that it processed the call. */
  geography: string | null = null;
  firstFrameMs: number | null = null;
  /** The provider said itself that the answer is complete. */
  isComplete = false;
  error: GatewayError | null = null;
  id: string | null = null;
  readonly finishReasons: string[] = [];
  private readonly told = { input: false, output: false };

  /** What no count of the answer has told; null where nothing is missing, or there is no count. */
  get untold(): Untold | null {
    const { input, output } = this.told;
    return !this.usage || (input && output) ? null : { input: !input, output: !output };
  }

  see(frame: ReplyFrame): void {
    for (const event of frame.events) {
      if (event.type === 'usage') {
        this.usage = mostUsage(this.usage, event.billed ?? event.usage);
        this.told.input ||= !event.untold?.input;
        this.told.output ||= !event.untold?.output;
        this.tier = event.tier ?? this.tier;
        this.geography = event.geography ?? this.geography;
        this.hasEstimates ||= event.hasEstimates === true;
      } else if (event.type === 'done') this.isComplete = true;
      else if (event.type === 'start') this.id ??= event.id;
      else if (event.type === 'finish' && this.finishReasons.length < CHOICES_MAX) {
        this.finishReasons.push(event.reason);
      } else if (event.type === 'error') {
        this.error = failed('upstream_cut', { message: event.message });
      }
    }
  }
}
