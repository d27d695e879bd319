/**
 * Calls whose answer has ended and whose record is not durable yet: until then each holds its whole
 * hold. For whoever would refuse a call that has room as soon as they are settled.
 */
export class EndedCalls {
  private readonly byOrganisation = new Map<string, Set<Promise<void>>>();

  /** @param recorded must not reject */
  add(organisationId: string, recorded: Promise<void>): void {
    const calls = this.byOrganisation.get(organisationId) ?? new Set();
    this.byOrganisation.set(organisationId, calls.add(recorded));
    void recorded.finally(() => {
      calls.delete(recorded);
      if (calls.size === 0) this.byOrganisation.delete(organisationId);
    });
  }

  has(organisationId: string): boolean {
    return this.byOrganisation.has(organisationId);
  }

  /** Resolves when those that have ended by now are on record; undefined when all are. */
  recorded(organisationId: string): Promise<unknown> | undefined {
    const calls = this.byOrganisation.get(organisationId);
    return calls && Promise.all(calls);
  }
}
