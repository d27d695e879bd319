import type { ServerResponse } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Directory } from '#call';
import { Clock, problem, type OrganisationId } from '#kernel';
import type { Actor } from '#members';
import { Database } from '#platform';
import { ProviderHealth } from '#providers';
import { readJobNews, readMark, readNews, type Mark, type News } from './read-news.js';

const LOOK_MS = 2_000; // Once for all streams of an organisation, however many there are.
const BEAT_MS = 15_000; // Proxies close what is silent for longer than thirty seconds.
const LIFE_MS = 15 * 60_000; // Then the client comes back, and is asked who it is again.
const OF_ACTOR_MAX = 5; // Tabs of one person.
const STREAMS_MAX = 200; // Of this process.
const UNREAD_BYTES_MAX = 256 * 1024; // Who reads slower than that is let go, and comes back.

interface Listener {
  readonly actor: string;
  readonly organisationId: OrganisationId;
  /** Undefined: all. */
  readonly workloads: readonly string[] | undefined;
  readonly response: ServerResponse;
  readonly untilMs: number;
}

interface Known {
  mark: Mark;
  /** What was said last of each job and breaker. */
  readonly said: Map<string, string>;
}

/**
 * What happens, told to who looks: rows that were sealed, jobs, breakers, thresholds. It is read from the database,
 * so it is the same on every replica, and only while somebody listens.
 */
@Injectable()
export class EventHub implements OnModuleDestroy {
  private readonly listeners = new Set<Listener>();
  private readonly known = new Map<OrganisationId, Known>();
  private stops: (() => void)[] = [];
  private looking: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly health: ProviderHealth,
    private readonly clock: Clock,
  ) {}

  /** @throws rate_limited */
  expectRoom(actor: Actor): void {
    const own = [...this.listeners].filter((one) => one.actor === actor.id).length;
    if (own >= OF_ACTOR_MAX || this.listeners.size >= STREAMS_MAX) {
      throw problem('rate_limited', {
        detail: 'Too many streams of events are open.',
        retryAfterSeconds: 30,
      });
    }
  }

  /** From here on, what happens in the organisation is new. */
  async know(organisation: OrganisationId): Promise<void> {
    if (!this.known.has(organisation)) await this.tellOf(organisation);
  }

  /** Until its client leaves. @param workloads of who sees no others */
  add(actor: Actor, workloads: readonly string[] | undefined, response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write('retry: 3000\n\n');
    const { id, organisationId } = actor;
    const untilMs = this.clock.monotonicMs() + LIFE_MS;
    const listener = { actor: id, organisationId, workloads, response, untilMs };
    this.listeners.add(listener);
    response.once('close', () => this.remove(listener));
    response.on('error', () => response.destroy());
    if (this.stops.length > 0) return;
    this.stops = [
      this.clock.every(LOOK_MS, () => void this.look()),
      this.clock.every(BEAT_MS, () => this.beat()),
    ];
  }

  /** Never rejects: what could not be read is told at the next look. */
  private look(): Promise<void> {
    this.looking ??= this.tellAll()
      .catch(() => undefined)
      .finally(() => (this.looking = undefined));
    return this.looking;
  }

  onModuleDestroy(): void {
    for (const { response } of this.listeners) response.end();
    for (const stop of this.stops.splice(0)) stop();
  }

  private remove(listener: Listener): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    for (const stop of this.stops.splice(0)) stop();
    this.known.clear();
  }

  private async tellAll(): Promise<void> {
    const organisations = new Set([...this.listeners].map(({ organisationId }) => organisationId));
    for (const id of this.known.keys()) if (!organisations.has(id)) this.known.delete(id);
    for (const id of organisations) await this.tellOf(id);
  }

  private async tellOf(organisation: OrganisationId): Promise<void> {
    const mark = await readMark(this.database, organisation);
    const states = [
      ...(await readJobNews(this.database, organisation)),
      ...this.breakers(organisation),
    ];
    const known = this.known.get(organisation);
    if (!known) {
      const said = new Map(states.map((one) => [keyOf(one), JSON.stringify(one.data)]));
      this.known.set(organisation, { mark, said });
      return;
    }
    const news = await readNews(this.database, organisation, known.mark, mark);
    known.mark = mark;
    const changed = states.filter((one) => {
      const text = JSON.stringify(one.data);
      if (known.said.get(keyOf(one)) === text) return false;
      known.said.set(keyOf(one), text);
      return true;
    });
    for (const one of [...news, ...changed]) this.tell(organisation, one);
  }

  private breakers(id: OrganisationId): readonly News[] {
    const organisation = this.directory.organisation(id);
    if (!organisation) return [];
    return this.health.statesOf(organisation).map(({ provider, model, state }) => ({
      event: 'breaker.changed',
      data: { id: `${provider}/${model}`, provider, model, state },
      workloadId: null,
    }));
  }

  private tell(organisation: OrganisationId, { event, data, workloadId }: News): void {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const listener of this.listeners) {
      if (listener.organisationId !== organisation) continue;
      const { workloads } = listener;
      if (workloads && (workloadId === null || !workloads.includes(workloadId))) continue;
      this.write(listener, text);
    }
  }

  private beat(): void {
    const nowMs = this.clock.monotonicMs();
    for (const listener of this.listeners) {
      if (nowMs >= listener.untilMs) listener.response.end();
      else this.write(listener, ': keepalive\n\n');
    }
  }

  private write({ response }: Listener, text: string): void {
    if (response.writableLength > UNREAD_BYTES_MAX) response.destroy();
    else response.write(text);
  }
}

const keyOf = ({ event, data }: News): string => `${event} ${(data as { readonly id: string }).id}`;
