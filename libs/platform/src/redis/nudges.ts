import type { RedisLink } from './redis-link.js';

/** What there may be something new of: `epochs` of settings, keys and prices, or open breakers. */
export type Nudge = 'epochs' | 'breakers';

const CHANNELS: Readonly<Record<Nudge, string>> = {
  epochs: 'gw:look:epochs',
  breakers: 'gw:look:breakers',
};

/**
 * Lets replicas tell each other to look again, through Redis where there is one. A message says nothing
 * but that: what is true is read from where it is kept. Whoever listens also looks by itself from time to
 * time, so a message that is lost costs that time at most.
 */
export class Nudges {
  private readonly listeners = new Map<string, (() => void)[]>();
  private stopListening: () => void = () => undefined;

  /** @param redis null: nobody is told, and everybody looks by itself */
  constructor(private readonly redis: RedisLink | null) {}

  /** @param look must not throw, and bears being called often and for nothing */
  on(nudge: Nudge, look: () => void): void {
    const channel = CHANNELS[nudge];
    this.listeners.set(channel, [...(this.listeners.get(channel) ?? []), look]);
  }

  start(): void {
    this.stopListening =
      this.redis?.listen(Object.values(CHANNELS), (channel) => {
        for (const look of this.listeners.get(channel) ?? []) look();
      }) ?? this.stopListening;
  }

  stop(): void {
    this.stopListening();
  }

  /** Once what there is to see can be seen. Nobody waits for it, and the sender hears it, too. */
  send(nudge: Nudge): void {
    this.redis?.tell(CHANNELS[nudge]);
  }
}
