import { Injectable } from '@nestjs/common';
import type { BackgroundReport, Provider } from '#call';
import { Cancellation, Clock, type OrganisationId } from '#kernel';
import { readStoredAnswer } from '#wire';
import { transportOf } from './http/transport-error.js';
import { ProviderReads } from './provider-reads.js';
import { readJson, untold } from './read-json.js';

const ASK_MS_MAX = 8_000; // What is there is read within a second; a process that ends waits so long.

/** Asks a provider how an answer is doing that it goes on with when the call has ended. */
@Injectable()
export class BackgroundProbe {
  constructor(
    private readonly reads: ProviderReads,
    private readonly clock: Clock,
  ) {}

  /** Failing is data. Only of providers that speak the Responses format. */
  async ask(
    organisation: OrganisationId,
    provider: Provider,
    objectId: string,
  ): Promise<BackgroundReport> {
    const cancellation = new Cancellation();
    const alarm = this.clock.after(ASK_MS_MAX, () => cancellation.cancel(new Error('timeout')));
    try {
      const path = ['v1', 'responses', objectId];
      const exchange = await this.reads.get(organisation, provider, path, cancellation);
      const read = await readJson(exchange, cancellation);
      if (read.kind !== 'document') return read;
      const { status, ...told } = readStoredAnswer(read.document);
      if (status === null) return untold('a status that is not known');
      return status === 'open' ? { kind: 'open' } : { kind: 'ended', end: { status, ...told } };
    } catch (fault) {
      return untold(cancellation.isCancelled ? 'timeout' : transportOf(fault));
    } finally {
      alarm.cancel();
    }
  }
}
