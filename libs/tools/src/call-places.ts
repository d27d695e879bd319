/** Calls of one server at once: more are no use to it. */
export const SERVER_CALLS_MAX = 64;
/** That each server has for itself, however many others hang. */
export const SERVER_CALLS_SURE = 4;
/** Of all servers on a replica beside those: as many connections. What answers hold is bounded apart, by `AnswerRoom`. */
export const SHARED_CALLS_MAX = 1_024;

interface Open {
  shared: number;
  readonly byServer: Map<string, number>;
}

/**
 * Places of calls that wait for tool servers. Beside its own few a server may have as many as its organisation leaves free,
 * and an organisation as many as all do: servers that hang hold up themselves, and whoever comes next has half of what is left.
 */
export class CallPlaces {
  private shared = 0;
  private readonly byOrganisation = new Map<string, Open>();

  /** @returns what gives the place back, to be called once; undefined where there is none */
  take(organisation: string, server: string): (() => void) | undefined {
    const own = this.byOrganisation.get(organisation) ?? { shared: 0, byServer: new Map() };
    const open = own.byServer.get(server) ?? 0;
    if (open >= SERVER_CALLS_SURE) {
      const free = SHARED_CALLS_MAX - this.shared;
      const ownFree = Math.min(free, SHARED_CALLS_MAX / 2 - own.shared);
      if (own.shared >= free || open >= Math.min(SERVER_CALLS_MAX, ownFree)) return undefined;
      this.count(own, 1);
    }
    own.byServer.set(server, open + 1);
    this.byOrganisation.set(organisation, own);
    return () => this.giveBack(organisation, own, server);
  }

  private giveBack(organisation: string, own: Open, server: string): void {
    const left = (own.byServer.get(server) ?? 1) - 1;
    if (left >= SERVER_CALLS_SURE) this.count(own, -1);
    if (left > 0) own.byServer.set(server, left);
    else own.byServer.delete(server);
    if (own.byServer.size === 0) this.byOrganisation.delete(organisation);
  }

  private count(own: Open, step: 1 | -1): void {
    own.shared += step;
    this.shared += step;
  }
}
