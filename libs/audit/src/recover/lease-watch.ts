import type { Clock } from '#kernel';
import type { Queries, Statement } from '#platform';

/** What a lease says now: another text after each refresh, whatever the server's clock does. */
const SAID = `extract(epoch FROM l.seen_at)::text`;

/** As the statements that judge a replica name its lease: so they spare one that was refreshed since. */
export const LEASE_AS_SEEN = `l.replica_id || ' ' || ${SAID}`;

const READ_LEASES: Statement = {
  name: 'recover-read-leases',
  text: `SELECT replica_id AS id, ${SAID} AS said FROM replica_lease l`,
};

interface Seen {
  readonly said: string;
  readonly sinceMs: number;
}

/**
 * Which replicas are silent: those whose lease has not changed for so long, by this process' own clock that
 * only runs forward. No clock's time is compared with another's, so no step of any wall clock, of this
 * machine or of the database's, makes a living replica old, or a dead one young.
 */
export class LeaseWatch {
  private seen = new Map<string, Seen>();

  constructor(private readonly clock: Clock) {}

  /**
   * Looks at all leases. What was seen for the first time just now has been silent for no time at all.
   *
   * @returns leases that have not changed for `silentMs`, as `LEASE_AS_SEEN`
   */
  async look(queries: Queries, silentMs: number): Promise<readonly string[]> {
    const askedMs = this.clock.monotonicMs();
    const leases = await queries.query<{ id: string; said: string }>(READ_LEASES);
    const heardMs = this.clock.monotonicMs();
    this.seen = new Map(
      leases.map(({ id, said }) => {
        const before = this.seen.get(id);
        return [id, before?.said === said ? before : { said, sinceMs: heardMs }];
      }),
    );
    return [...this.seen].flatMap(([id, { said, sinceMs }]) =>
      askedMs - sinceMs >= silentMs ? [`${id} ${said}`] : [],
    );
  }
}
