import { failed, type GatewayError } from '#kernel';
import { mostUsage, type ReplyFrame, type ServiceTier, type Usage } from '#wire';

/** What is learnt of an answer while it passes, for the outcome. */
export class AnswerRecord {
  /** What is paid for. */
  usage: Usage | null = null;
  hasEstimates = false;
  tier: ServiceTier | null = null;
  firstFrameMs: number | null = null;
  /** The provider said itself that the answer is complete. */
  isComplete = false;
  error: GatewayError | null = null;

  see(frame: ReplyFrame): void {
    for (const event of frame.events) {
      if (event.type === 'usage') {
        this.usage = mostUsage(this.usage, event.billed ?? event.usage);
        this.tier = event.tier ?? this.tier;
        this.hasEstimates ||= event.hasEstimates === true;
      } else if (event.type === 'done') this.isComplete = true;
      else if (event.type === 'error') {
        this.error = failed('upstream_cut', { message: event.message });
      }
    }
  }
}
