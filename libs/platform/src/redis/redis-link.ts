import { Cluster, type Redis } from 'ioredis';
import type { Clock } from '#kernel';
import type { RedisScript } from './redis-script.js';

/** Redis is away, or does not answer in time. What was asked may have been done all the same. */
export class RedisUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`Redis cannot be asked: ${reason}`, options);
  }
}

const ANSWER_MS_MAX = 100; // A refusal has to be out within 200 ms of the call; an answer takes one.
// No answer for so long: the connection is taken for dead, and another one is made.
const SILENT_MS_MAX = 2_000;
const LOOK_MS = 1_000;
// Subscribing is what its owner does on each connection, so that it knows when it may have missed something.
const LISTENING = { autoResubscribe: false };

/**
 * One Redis, or a cluster of them, as the hot path sees it: scripts, each with a deadline. What cannot
 * be sent at once fails at once; nothing waits for a server to come back, and nothing is sent twice.
 */
export class RedisLink {
  private answeredMs: number;
  /** A server that let somebody wait in vain is asked nothing more until it answers this. */
  private silence: Promise<unknown> | undefined;
  private readonly stopLooking: () => void;

  constructor(
    private readonly client: Redis | Cluster,
    private readonly clock: Clock,
  ) {
    this.answeredMs = clock.monotonicMs();
    client.on('error', () => undefined); // Each call says so itself.
    client.on('ready', () => (this.answeredMs = clock.monotonicMs()));
    this.stopLooking = clock.every(LOOK_MS, () => this.look());
  }

  /** False while no script can be sent. */
  get isReady(): boolean {
    return this.client.status === 'ready';
  }

  /**
   * @param keys all of one hash slot @throws RedisUnavailable after 100 ms at most
   */
  run(
    { text, digest }: RedisScript,
    keys: readonly string[],
    values: readonly string[],
  ): Promise<unknown> {
    const { client } = this;
    return this.runKnown(
      () => client.evalsha(digest, keys.length, ...keys, ...values),
      () => client.eval(text, keys.length, ...keys, ...values),
    );
  }

  /** As `run`, where texts are bytes, in both directions. */
  runForBytes(
    { text, digest }: RedisScript,
    keys: readonly string[],
    values: readonly (string | Buffer)[],
  ): Promise<unknown> {
    const { client } = this;
    return this.runKnown(
      () => client.callBuffer('evalsha', digest, keys.length, ...keys, ...values),
      () => client.callBuffer('eval', text, keys.length, ...keys, ...values),
    );
  }

  private async runKnown(
    byDigest: () => Promise<unknown>,
    byText: () => Promise<unknown>,
  ): Promise<unknown> {
    if (this.silence) throw new RedisUnavailable('it does not answer');
    try {
      return await this.inTime(byDigest());
    } catch (fault) {
      if (!isUnknownScript(fault)) throw fault;
      return this.inTime(byText());
    }
  }

  /** A message without content, if it can be sent at once. Nobody waits for it, and it may be lost. */
  tell(channel: string): void {
    if (this.silence || !this.isReady) return;
    this.client.publish(channel, '').catch(() => undefined);
  }

  /**
   * Listens on a connection of its own, which is made anew for as long as it takes, with the same pauses.
   * @param heard also called for each channel whenever there is such a connection again: what was told in
   *   between was not heard
   * @returns ends it
   */
  listen(channels: readonly string[], heard: (channel: string) => void): () => void {
    // A cluster's client has a connection for this already, to whichever node is there.
    const isShared = this.client instanceof Cluster;
    const client = this.client instanceof Cluster ? this.client : this.client.duplicate(LISTENING);
    const subscribe = () => {
      const subscribed = client.subscribe(...channels);
      subscribed.then(
        () => channels.forEach(heard),
        () => undefined, // Lost again: the next connection does it.
      );
    };
    client.on('error', () => undefined);
    client.on('message', heard);
    client.on('ready', subscribe);
    if (isShared) subscribe();
    else client.connect().catch(() => undefined);
    return () => {
      client.off('message', heard);
      client.off('ready', subscribe);
      if (!isShared) client.disconnect();
    };
  }

  async close(): Promise<void> {
    this.stopLooking();
    if (!this.isReady) return this.client.disconnect();
    await this.inTime(this.client.quit()).catch(() => this.client.disconnect());
  }

  private async inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const late = Promise.withResolvers<never>();
    const alarm = this.clock.after(ANSWER_MS_MAX, () => {
      // This process may have been what was late: an answer that lies in the socket is read first.
      setImmediate(() => late.reject(new RedisUnavailable('no answer in time')));
    });
    answer.catch(() => undefined); // It may fail after nobody waits for it any more.
    try {
      const value = await Promise.race([answer, late.promise]);
      this.answeredMs = this.clock.monotonicMs();
      return value;
    } catch (fault) {
      if (fault instanceof RedisUnavailable) {
        this.beSilent();
        throw fault;
      }
      if (isReply(fault)) {
        this.answeredMs = this.clock.monotonicMs();
        throw fault;
      }
      throw new RedisUnavailable('the connection is lost', { cause: fault });
    } finally {
      alarm.cancel();
    }
  }

  /** Of a cluster one node may be silent, and the others are not. */
  private beSilent(): void {
    if (this.client instanceof Cluster) return;
    const heard = () => (this.silence = undefined);
    this.silence ??= this.client.ping().then(heard, heard);
  }

  /** A server that is frozen, or behind a cut, breaks no connection by itself. */
  private look(): void {
    if (this.isReady) return void this.inTime(this.client.ping()).catch(() => this.redial());
    this.redial();
  }

  private redial(): void {
    if (this.clock.monotonicMs() - this.answeredMs < SILENT_MS_MAX) return;
    this.answeredMs = this.clock.monotonicMs(); // The new one has as long to answer.
    this.client.disconnect(true);
  }
}

/** The server's own word, and no fault on the way to it. */
export const isReply = (fault: unknown): fault is Error =>
  fault instanceof Error && fault.name === 'ReplyError';

const isUnknownScript = (fault: unknown): boolean =>
  isReply(fault) && fault.message.startsWith('NOSCRIPT');
