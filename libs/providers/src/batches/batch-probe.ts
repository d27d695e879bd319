import { Injectable } from '@nestjs/common';
import type { BackgroundEnd, BackgroundReport, Provider } from '#call';
import { Cancellation, Clock, parseAnswer, runInSlices, type OrganisationId } from '#kernel';
import { NO_USAGE, type ToldUsage } from '#wire';
import { transportOf } from '../http/transport-error.js';
import { isObjectId } from '../object-id.js';
import { ProviderReads, Unopened } from '../provider-reads.js';
import { readJson, untold } from '../read-json.js';
import { linesOf } from './lines-of.js';
import { readBatch, ResultSum, type BatchState } from './read-batch.js';

const ASK_MS_MAX = 8_000; // As of any answer in the background.
/** Of the results, where the batch itself does not say what it used: a gigabyte of vectors, now and then. */
const RESULTS_MS_MAX = 300_000;
const RESULTS = { lineBytesMax: 64 * 1_024 * 1_024, bytesMax: 8 * 1_024 * 1_024 * 1_024 };

type Ended = BatchState & { readonly status: BackgroundEnd['status'] };

/** Asks a provider how a batch is doing, and what it has used when it has ended. */
@Injectable()
export class BatchProbe {
  constructor(
    private readonly reads: ProviderReads,
    private readonly clock: Clock,
  ) {}

  /** Failing is data. */
  async ask(
    organisation: OrganisationId,
    provider: Provider,
    batchId: string,
  ): Promise<BackgroundReport> {
    const get =
      (...segments: readonly string[]) =>
      (ended: Cancellation) =>
        this.reads.get(organisation, provider, ['v1', ...segments], ended);
    return this.within(ASK_MS_MAX, async (ended) => {
      const read = await readJson(await get('batches', batchId)(ended), ended);
      if (read.kind !== 'document') return read;
      const state = readBatch(read.document);
      if (state.status === null) return untold('a status that is not known');
      if (state.status === 'open') return { kind: 'open' };
      const { status, told, isEmpty, resultsId } = state;
      if (told) return endOf(status, told);
      if (isEmpty) return endOf(status, { usage: NO_USAGE });
      // Without results nobody can say what the requests have used that were answered.
      if (resultsId === undefined || !isObjectId(resultsId)) {
        return { kind: 'ended', end: { status, usage: null } };
      }
      return this.sumUp({ ...state, status }, get('files', resultsId, 'content'));
    });
  }

  private sumUp(
    { status }: Ended,
    open: (ended: Cancellation) => ReturnType<ProviderReads['get']>,
  ): Promise<BackgroundReport> {
    return this.within(RESULTS_MS_MAX, async (ended) => {
      const exchange = await open(ended);
      if (exchange instanceof Unopened) return untold(exchange.why, exchange.isKeyless);
      // Its caller has deleted them before they were read.
      if (exchange.status === 404) return { kind: 'ended', end: { status, usage: null } };
      if (exchange.status !== 200) return untold(`status ${exchange.status}`);
      const sum = new ResultSum();
      for await (const line of linesOf(exchange, RESULTS)) {
        sum.add(await runInSlices(parseAnswer(line), ended));
      }
      return endOf(status, sum.told);
    });
  }

  private async within(
    ms: number,
    work: (ended: Cancellation) => Promise<BackgroundReport>,
  ): Promise<BackgroundReport> {
    const ended = new Cancellation();
    const alarm = this.clock.after(ms, () => ended.cancel(new Error('timeout')));
    try {
      return await work(ended);
    } catch (fault) {
      return untold(ended.isCancelled ? 'timeout' : transportOf(fault));
    } finally {
      alarm.cancel();
    }
  }
}

const endOf = (status: BackgroundEnd['status'], told: ToldUsage): BackgroundReport => ({
  kind: 'ended',
  end: { status, ...told },
});
