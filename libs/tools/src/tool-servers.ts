import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { EndpointHealth, endpointOf, type Model, type Provider } from '#call';
import { ByteLease, Cancellation, Clock, failed, GatewayError, type OrganisationId } from '#kernel';
import { AnswerRoom, commandIn, OutboundClient } from '#platform';
import { CallPlaces } from './call-places.js';
import { copyOf } from './copy-of.js';
import { ToolPrograms } from './commands/tool-programs.js';
import type { Answered } from './read-exchange.js';
import { digestOf, liveTools, type LiveTool } from './live-tool.js';
import type { OfferedMethods } from './offered-methods.js';
import { ToolLink, type ToolCredential, type ToolRequest } from './tool-link.js';
import { ToolOpener } from './tool-opener.js';

const SERVERS_MAX = 4_096; // Some 1 KB each; one that is forgotten is asked again.
const LIVE_MS = 60_000; // A change of a server's tools is seen within a minute.
const LIST_MS_MAX = 5_000; // Somebody waits for the first list; later ones are read beside.
const LIST_BYTES_MAX = 8 * 1_048_576; // All pages of it.
const DIGESTS_PER_TURN = 32;
const LIST_PAGES_MAX = 20;

/** As it is asked for, by whoever knows nothing of connections. */
type Unopened = Omit<ToolRequest, 'credential' | 'memory'>;

interface Known {
  readonly link: ToolLink;
  /** Digests of its tools by name, as its server told of them last; undefined where it never did. */
  live: ReadonlyMap<string, string> | undefined;
  /** Or tried to. */
  listedMs: number;
  listing: Promise<void> | undefined;
}

/** The tool servers of all organisations, as they are reached, and what they say of their tools now. */
@Injectable()
export class ToolServers {
  private readonly known = new Map<string, Known>();
  private readonly places = new CallPlaces();

  constructor(
    private readonly outbound: OutboundClient,
    private readonly programs: ToolPrograms,
    private readonly opener: ToolOpener,
    private readonly health: EndpointHealth,
    private readonly answers: AnswerRoom,
    private readonly clock: Clock,
  ) {}

  /**
   * @param lease what the answer is held by; until it is read where there is none
   * @throws upstream_failed, upstream_unhealthy where too many calls wait for it, gateway_overloaded, the reason of `ended`
   */
  async ask(
    organisation: OrganisationId,
    provider: Provider,
    request: Unopened,
    lease?: ByteLease,
  ): Promise<Answered> {
    const held = lease ?? new ByteLease();
    const memory = this.answers.open(held);
    try {
      return await this.counted(organisation, provider, ({ link }) =>
        this.opened(organisation, provider, request.ended, (credential) =>
          link.ask({ ...request, memory, credential }),
        ),
      );
    } finally {
      if (!lease) held.end();
    }
  }

  /** What it says that it has beside its tools. @throws upstream_failed */
  offers(organisation: OrganisationId, provider: Provider): Promise<OfferedMethods> {
    return this.soon(provider, 'say what it has', (ended) =>
      this.counted(organisation, provider, ({ link }) =>
        this.opened(organisation, provider, ended, (credential) =>
          link.offers({ credential, ended }),
        ),
      ),
    );
  }

  private async counted<Result>(
    organisation: OrganisationId,
    provider: Provider,
    work: (known: Known) => Promise<Result>,
  ): Promise<Result> {
    const giveBack = this.places.take(organisation, provider.name);
    if (!giveBack) {
      const message = `The tool server ${provider.name} has too many calls to answer. Try again later.`;
      throw failed('upstream_unhealthy', { message, retryAfterSeconds: 1 });
    }
    try {
      return await work(this.of(organisation, provider));
    } finally {
      giveBack();
    }
  }

  /** A token that was refused is replaced once: nothing was done with it. */
  private async opened<Result>(
    organisation: OrganisationId,
    provider: Provider,
    ended: Cancellation,
    work: (credential: ToolCredential | undefined) => Promise<Result>,
  ): Promise<Result> {
    const credential = await this.opener.open(organisation, provider, ended);
    try {
      return await work(credential);
    } catch (fault) {
      const isRefused = credential !== undefined && isUnauthorized(fault);
      if (!isRefused || !this.opener.refused(organisation, provider, credential)) throw fault;
    }
    return work(await this.opener.open(organisation, provider, ended));
  }

  /** Somebody waits for it. @throws upstream_failed where it takes too long */
  private async soon<Result>(
    { name }: Provider,
    what: string,
    work: (ended: Cancellation) => Promise<Result>,
  ): Promise<Result> {
    const ended = new Cancellation();
    const message = `The tool server ${name} did not ${what} in time.`;
    const alarm = this.clock.after(LIST_MS_MAX, () =>
      ended.cancel(failed('upstream_failed', { message })),
    );
    try {
      return await work(ended);
    } finally {
      alarm.cancel();
    }
  }

  /**
   * Is a tool still what was approved? One whose server cannot be asked is taken for what it was: its callers are
   * shown nothing but what was approved, and it does not answer either.
   */
  async isCurrent(
    organisation: OrganisationId,
    provider: Provider,
    model: Model,
  ): Promise<boolean> {
    const known = this.of(organisation, provider);
    const { id, tool } = model;
    const isOld = this.clock.monotonicMs() - known.listedMs > LIVE_MS;
    if (isOld && this.health.isServing(organisation, endpointOf(provider, model))) {
      const looking = this.look(organisation, provider, known);
      if (!known.live) await looking;
    }
    if (!known.live) return true;
    return tool !== undefined && known.live.get(id) === digestOf(tool);
  }

  /** What a server offers at this moment. @throws upstream_failed */
  async list(organisation: OrganisationId, provider: Provider): Promise<readonly LiveTool[]> {
    const found = await this.soon(provider, 'list its tools', (ended) =>
      this.pages(organisation, provider, ended),
    );
    const known = this.of(organisation, provider);
    known.live = await digestsOf(found);
    known.listedMs = this.clock.monotonicMs();
    return found;
  }

  private async pages(
    organisation: OrganisationId,
    provider: Provider,
    ended: Cancellation,
  ): Promise<readonly LiveTool[]> {
    const found: LiveTool[] = [];
    let cursor: string | undefined;
    let chars = 0;
    for (let page = 0; page < LIST_PAGES_MAX && chars < LIST_BYTES_MAX; page++) {
      const { answer, document } = await this.ask(organisation, provider, {
        method: 'tools/list',
        params: JSON.stringify({ cursor }),
        bytesMax: LIST_BYTES_MAX - chars,
        ended,
      });
      if (answer.kind === 'error') {
        throw failed('upstream_failed', {
          message: `The tool server ${provider.name} lists no tools.`,
        });
      }
      const { tools, next } = liveTools(answer.result);
      for (const tool of tools) found.push(tool);
      chars += document.text.length;
      if (next === undefined) break;
      cursor = next;
    }
    return found;
  }

  private look(organisation: OrganisationId, provider: Provider, known: Known): Promise<void> {
    known.listing ??= this.list(organisation, provider)
      .then(
        () => undefined,
        () => void (known.listedMs = this.clock.monotonicMs()), // Not asked again at each call.
      )
      .finally(() => (known.listing = undefined));
    return known.listing;
  }

  private of(organisation: OrganisationId, { name, baseUrl }: Provider): Known {
    const key = `${organisation} ${name} ${baseUrl}`;
    const found = this.known.get(key);
    if (found) return found;
    const [oldest] = this.known.keys();
    if (this.known.size >= SERVERS_MAX && oldest !== undefined) this.known.delete(oldest);
    const isCommand = commandIn(baseUrl) !== undefined;
    const door = isCommand ? this.programs.doorTo(baseUrl) : this.outbound;
    const link = new ToolLink(door, name, baseUrl, this.clock);
    const made: Known = { link, live: undefined, listedMs: -Infinity, listing: undefined };
    this.known.set(key, made);
    return made;
  }
}

/** All that is kept of a list: its texts may be long, and most of its tools nobody has approved. */
async function digestsOf(tools: readonly LiveTool[]): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const [at, tool] of tools.entries()) {
    if (at % DIGESTS_PER_TURN === DIGESTS_PER_TURN - 1) await setImmediate();
    digests.set(copyOf(tool.name), digestOf(tool));
  }
  return digests;
}

const isUnauthorized = (fault: unknown): boolean =>
  fault instanceof GatewayError && fault.details.gw?.['status'] === 401;
