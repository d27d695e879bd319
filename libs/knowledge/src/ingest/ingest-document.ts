import { Injectable } from '@nestjs/common';
import {
  Directory,
  identityBelow,
  InnerCalls,
  modelNameOf,
  PriceList,
  ValueFinder,
  type Arrival,
  type MemberPrincipal,
} from '#call';
import { JobCell } from '#documents';
import {
  Clock,
  failed,
  GatewayError,
  Ids,
  refuse,
  runInSlices,
  type Cancellation,
  type WorkloadId,
} from '#kernel';
import { LimitsInForce } from '#metering';
import { EmbedTexts } from '../embed-texts.js';
import { KnowledgeDocuments, type DocumentRow } from '../keep/documents.js';
import { KnowledgeStores, type StoreRow } from '../keep/stores.js';
import { EMBED_BATCH, EMBED_MS } from '../limits.js';
import { splitPassages } from '../passages/split-passages.js';
import { VectorIndexer } from '../pgvector/vector-indexer.js';
import { readText } from './read-text.js';

/** Somebody else works on it by now, or it was deleted. */
export class DocumentLost extends Error {
  override name = 'DocumentLost';
}

/** What may go well at another time, on which it is tried again. */
export const mayPass = ({ spec }: GatewayError): boolean =>
  spec.status === 429 || spec.status >= 500;

/** Takes a document from the file to its last vector, on from wherever it stands. */
@Injectable()
export class IngestDocument {
  constructor(
    private readonly documents: KnowledgeDocuments,
    private readonly stores: KnowledgeStores,
    private readonly embed: EmbedTexts,
    private readonly indexer: VectorIndexer,
    private readonly limits: LimitsInForce,
    private readonly prices: PriceList,
    private readonly directory: Directory,
    private readonly cell: JobCell,
    private readonly finder: ValueFinder,
    private readonly inner: InnerCalls,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws GatewayError for what stands in the way; DocumentLost */
  async run(row: DocumentRow, runner: string, ended: Cancellation): Promise<void> {
    const store = await this.stores.find(row.organisationId, row.storeId);
    if (!store) throw new DocumentLost();
    const principal = this.principalOf(row);
    const count = await this.onRecord(principal, ended, async () => {
      const passages = row.passages ?? (await this.split(row, runner, { store, principal, ended }));
      const left = await this.documents.tokensFrom(row.id, row.embedded);
      await this.expectAffordable(principal, store.embeddingModel, left);
      return passages;
    });
    for (let first = row.embedded; first < count;) {
      const passages = await this.documents.passagesOf(row, first, EMBED_BATCH);
      if (passages.length === 0) throw new DocumentLost();
      const vectors = await this.embed.run({
        principal: this.principalOf(row),
        model: store.embeddingModel,
        texts: passages.map(({ text }) => text),
        arePassages: true,
        timeoutMs: EMBED_MS,
        ended,
      });
      const kept = await this.documents.keepVectors(row, runner, first, vectors);
      if (kept === 'differ') throw refuse('vectors_unusable');
      if (kept === 'lost') throw new DocumentLost();
      first += passages.length;
    }
    await this.index(row, count, ended);
    await this.documents.complete(row, runner);
  }

  /** So that nobody finds it who has to look at it one by one; where it cannot be indexed now, whoever keeps the index does so later. */
  private async index(row: DocumentRow, passages: number, ended: Cancellation): Promise<void> {
    const store = await this.stores.find(row.organisationId, row.storeId); // By now it has a length.
    if (store) await this.indexer.add(store, { ...row, passages }, ended);
  }

  /**
   * All that is left of a document fits the limits of money, or none of it is sent: the calls that embed it are held to
   * them one by one all the same.
   * @throws budget_reached, cap_reached, allowance_reached, credit_exhausted
   */
  async expectAffordable(
    { organisation, workload }: Pick<MemberPrincipal, 'organisation' | 'workload'>,
    model: string,
    inputTokens: number,
  ): Promise<void> {
    const { provider, id } = modelNameOf(model);
    const tokens = { inputTokens, outputTokens: 0 };
    const nano = this.prices.costOf(organisation.id, provider, id, tokens) ?? 0n;
    const refusal = await this.limits.refusalOf(
      { organisation, workload },
      nano,
      this.clock.nowMs(),
    );
    if (refusal) throw refusal;
  }

  /** What ends a document before a call was made for it is refused on behalf of who brought it. */
  private async onRecord<Result>(
    principal: MemberPrincipal,
    ended: Cancellation,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (fault) {
      if (!(fault instanceof GatewayError) || mayPass(fault)) throw fault;
      const arrival: Arrival = {
        ...identityBelow(null, this.ids),
        receivedAtMs: this.clock.nowMs(),
        startedMs: this.clock.monotonicMs(),
        principal,
        surface: 'knowledge',
        protocol: 'embeddings',
        callerGone: ended,
      };
      throw await this.inner.refuse(arrival, fault);
    }
  }

  /** @returns how many passages there are */
  private async split(
    row: DocumentRow,
    runner: string,
    {
      store,
      principal,
      ended,
    }: {
      readonly store: StoreRow;
      readonly principal: MemberPrincipal;
      readonly ended: Cancellation;
    },
  ): Promise<number> {
    const { filename, mediaType } = await this.documents.headOf(row);
    const tools = { cell: this.cell.of(row.organisationId), finder: this.finder };
    const text = await readText(tools, {
      bytes: await this.documents.sourceOf(row),
      filename,
      mediaType,
      spender: principal,
      nowMs: this.clock.nowMs(),
      ended,
    });
    const splitting = { tokensMax: store.passageTokens, overlapTokens: store.overlapTokens };
    const passages = await runInSlices(splitPassages(text, splitting), ended);
    const kept = await this.documents.split(row, runner, passages);
    if (kept === 'store_full') throw refuse('store_full');
    if (kept === 'lost') throw new DocumentLost();
    return passages.length;
  }

  /**
   * As settings are now: a document may take an hour, and what they take from its workload meanwhile is in force for its next call.
   * Documents are no requests of the workload's: they wait for nobody's minute.
   * @throws job_orphaned
   */
  private principalOf({ organisationId, workloadId, memberId }: DocumentRow): MemberPrincipal {
    const organisation = this.directory.organisation(organisationId);
    const workload = this.directory.workload(workloadId as WorkloadId);
    if (!organisation || !workload) throw failed('job_orphaned');
    return { kind: 'member', memberId, organisation, workload: { ...workload, rpm: null } };
  }
}
