import type { AutoChoice } from '#call';
import { sha256, type Clock } from '#kernel';

/** Of all organisations: some hundred bytes each. The one that was used longest ago goes first. */
const SESSIONS_MAX = 20_000;

/** What a conversation took the last time. */
export interface AutoSession extends Pick<AutoChoice, 'route' | 'demand'> {
  /** `<provider>/<model>`, whose prompt cache may have it. */
  readonly model: string;
}

interface Kept extends AutoSession {
  /** By the monotonic clock. */
  readonly untilMs: number;
}

/** Conversations of this replica. Another one takes the same way where nothing but the text decides. */
export class AutoSessions {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly clock: Clock) {}

  /** @param owner whose conversation it is: organisation and workload */
  keyOf(owner: string, conversation: string): string {
    return sha256(`${owner}\n${conversation}`).toString('base64');
  }

  find(key: string): AutoSession | null {
    const session = this.kept.get(key);
    if (!session) return null;
    if (this.clock.monotonicMs() < session.untilMs) return session;
    this.kept.delete(key);
    return null;
  }

  keep(key: string, session: AutoSession, forMs: number): void {
    this.kept.delete(key); // So that it stands behind all others.
    this.kept.set(key, { ...session, untilMs: this.clock.monotonicMs() + forMs });
    const [oldest] = this.kept.keys();
    if (this.kept.size > SESSIONS_MAX && oldest !== undefined) this.kept.delete(oldest);
  }
}
