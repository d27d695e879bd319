import { Injectable } from '@nestjs/common';
import type { Provider } from '#call';
import {
  Cancellation,
  Clock,
  failed,
  itemsOf,
  member,
  numberOf,
  stringOf,
  type JsonNode,
  type OrganisationId,
} from '#kernel';
import { copyOf } from './copy-of.js';
import { SERVER_LISTS, type ServerList } from './listed-kinds.js';
import type { Answered } from './read-exchange.js';
import { ToolServers } from './tool-servers.js';

const ITEMS_MAX = 1_000; // What is behind them no model reads.
const NODES_MAX = 50_000; // After so many values no other page is asked for.
const CHARS_MAX = 2 * 1_048_576; // Of a whole list.
const PAGES_MAX = 20;
const PAGE_BYTES_MAX = 4 * 1_048_576;
const LIST_MS_MAX = 5_000; // Somebody waits for it.
const KEPT_MS_MIN = 10_000; // As long as callers are told to keep it.
const KEPT_MS_MAX = 60_000; // As long as a change of tools may go unseen.
const KEPT_MAX = 256; // 2 MiB each at most.
const METHOD_UNKNOWN = -32_601;

/** One entry, as JSON around what it is called by. */
export interface Listed {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

interface Kept {
  readonly untilMs: number;
  readonly listed: Promise<readonly Listed[]>;
}

/** What servers list of resources and prompts, asked for when somebody wants it and kept for a moment. */
@Injectable()
export class ServerLists {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly servers: ToolServers,
    private readonly clock: Clock,
  ) {}

  /**
   * The first 1,000 entries, in the server's order; of a server that does not know the method, none. One that fails is not asked again for a moment.
   * @throws upstream_failed
   */
  list(
    organisation: OrganisationId,
    provider: Provider,
    method: ServerList,
  ): Promise<readonly Listed[]> {
    const key = `${organisation} ${provider.name} ${provider.baseUrl} ${method}`;
    const known = this.kept.get(key);
    if (known && known.untilMs > this.clock.monotonicMs()) return known.listed;
    this.kept.delete(key);
    const [oldest] = this.kept.keys();
    if (this.kept.size >= KEPT_MAX && oldest !== undefined) this.kept.delete(oldest);
    const reading = this.read(organisation, provider, method);
    const listed = reading.then(({ items }) => items);
    const keep = (ms: number) => {
      const untilMs = this.clock.monotonicMs() + Math.min(Math.max(ms, KEPT_MS_MIN), KEPT_MS_MAX);
      if (this.kept.get(key)?.listed === listed) this.kept.set(key, { untilMs, listed });
    };
    this.kept.set(key, { untilMs: Infinity, listed }); // Who comes meanwhile waits for the same.
    reading.then(
      ({ ttlMs }) => keep(ttlMs),
      () => keep(0),
    );
    return listed;
  }

  private async read(organisation: OrganisationId, provider: Provider, method: ServerList) {
    const ended = new Cancellation();
    const alarm = this.clock.after(LIST_MS_MAX, () =>
      ended.cancel(
        failed('upstream_failed', {
          message: `The tool server ${provider.name} did not answer ${method} in time.`,
        }),
      ),
    );
    const read = new ListReading(method);
    try {
      for (let page = 0; page < PAGES_MAX && !read.isFull; page++) {
        const answered = await this.servers.ask(organisation, provider, {
          method,
          params: JSON.stringify({ cursor: read.cursor }),
          bytesMax: PAGE_BYTES_MAX,
          ended,
        });
        if (!read.add(answered, provider.name)) break;
      }
    } finally {
      alarm.cancel();
    }
    return read;
  }
}

/** The pages of one list, as they come. */
class ListReading {
  readonly items: Listed[] = [];
  cursor: string | undefined;
  /** For how long the server says that it may be kept; 0 where it does not. */
  ttlMs = 0;
  private chars = 0;
  private nodes = 0;

  constructor(private readonly method: ServerList) {}

  get isFull(): boolean {
    const { items, chars, nodes } = this;
    return items.length >= ITEMS_MAX || chars >= CHARS_MAX || nodes >= NODES_MAX;
  }

  /** @returns whether there is another page @throws upstream_failed */
  add({ answer, document }: Answered, server: string): boolean {
    if (answer.kind === 'error') {
      if (answer.error.code === METHOD_UNKNOWN) return false;
      throw failed('upstream_failed', {
        message: `The tool server ${server} refuses ${this.method}.`,
      });
    }
    const { of, by } = SERVER_LISTS[this.method];
    this.ttlMs = numberOf(member(answer.result, 'ttlMs')) ?? this.ttlMs;
    for (const item of itemsOf(member(answer.result, of))) {
      const id = member(item, by);
      if (id?.kind !== 'string' || this.isFull) continue;
      const listed = cut(document.text, item, id);
      this.chars += listed.before.length + listed.id.length + listed.after.length;
      if (this.chars <= CHARS_MAX) this.items.push(listed);
    }
    this.nodes += document.nodes;
    const before = this.cursor;
    this.cursor = stringOf(member(answer.result, 'nextCursor'));
    return this.cursor !== undefined && this.cursor !== before;
  }
}

const cut = (text: string, item: JsonNode, id: JsonNode & { readonly value: unknown }): Listed => ({
  id: copyOf(String(id.value)),
  before: copyOf(text.slice(item.start, id.start)),
  after: copyOf(text.slice(id.end, item.end)),
});
