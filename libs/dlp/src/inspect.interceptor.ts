import {
  changeMembers,
  member,
  objectOf,
  stringOf,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import {
  Interceptor,
  type InspectedCall,
  type Inspection,
  type ReceivedCall,
  type ReceivedForm,
} from '#call';
import { InstanceSecrets } from '#platform';
import type { ReplyFrame } from '#wire';
import { Injectable } from '@nestjs/common';
import { collectLeaves, editsOf } from './inspect/body-leaves.js';
import { collectFormTexts, rewriteForm } from './inspect/inspect-form.js';
import { inspectTexts, NOTHING_FOUND, type Job, type Verdict } from './inspect/inspect-texts.js';
import { readRemovalTerms } from './inspect/read-removal-terms.js';
import { runInSlices } from './inspect/slices.js';
import { WorkloadKeys } from './pseudonyms/workload-keys.js';
import { restoreReply } from './restore/restore-reply.js';
import type { Restoring } from './restore/restoring.js';
import { RemovalTerms } from './scan/removal-terms.js';
import { jsonPath } from './walk/json-path.js';

/** The gateway's own member of a request body; no provider sees it. */
const EXTENSION: ReadonlySet<string> = new Set(['gw']);

/** First step of a call: what it finds goes further only as the workload's mode allows. */
@Injectable()
export class InspectInterceptor extends Interceptor<ReceivedCall, InspectedCall> {
  private readonly keys: WorkloadKeys;
  /** Beside the call, not in it: found values are nobody's business but this lib's. */
  private readonly restorings = new WeakMap<Inspection, Restoring>();

  constructor(secrets: InstanceSecrets) {
    super();
    this.keys = new WorkloadKeys(secrets);
  }

  /** @throws field_invalid for a malformed `gw.remove`; protection_blocked in mode `block` */
  override async enter(call: ReceivedCall): Promise<InspectedCall> {
    const inspection = await this.inspect(call);
    return { ...call, inspection };
  }

  override watch(
    call: InspectedCall,
    frames: AsyncIterable<ReplyFrame>,
  ): AsyncIterable<ReplyFrame> {
    const restoring = this.restorings.get(call.inspection);
    return restoring ? restoreReply(frames, restoring) : frames;
  }

  private inspect(call: ReceivedCall): Promise<Inspection> | Inspection {
    switch (call.body.kind) {
      case 'none':
        return inspectionOf(call, NOTHING_FOUND, { request: { kind: 'none' } });
      case 'json':
        return this.inspectJson(call, call.body.document);
      case 'form':
        return this.inspectForm(call, call.body.form);
    }
  }

  private async inspectJson(call: ReceivedCall, document: JsonDocument): Promise<Inspection> {
    const { root } = document;
    const terms = readRemovalTerms(root);
    const { leaves, hasUnscanned } = collectLeaves(root);
    const verdict = await this.verdictOn(call, {
      texts: leaves.map((leaf) => leaf.node.value),
      terms: terms.length > 0 ? new RemovalTerms(terms) : null,
      pathOf: (index) => {
        const leaf = leaves[index];
        return leaf ? jsonPath(root, leaf.embedded?.node ?? leaf.node) : '';
      },
    });
    const edits = editsOf(leaves, verdict.rewritten);
    const object = objectOf(root);
    if (object?.keys.includes('gw')) edits.push(...changeMembers(object, EXTENSION));
    const inspection = inspectionOf(call, verdict, {
      request: { kind: 'json', document, edits },
      removeTerms: terms.length,
      hasUnscanned,
    });
    this.remember(call, inspection, verdict, asksForJson(root));
    return inspection;
  }

  private async inspectForm(call: ReceivedCall, form: ReceivedForm): Promise<Inspection> {
    const { names, parts, texts, hasUnscanned } = collectFormTexts(form);
    const pathOf = (index: number) => names[index] ?? '';
    const verdict = await this.verdictOn(call, { texts, terms: null, pathOf });
    const inspection = inspectionOf(call, verdict, {
      request: { kind: 'form', form: rewriteForm(form, parts, verdict.rewritten) },
      hasUnscanned,
    });
    this.remember(call, inspection, verdict, false);
    return inspection;
  }

  private verdictOn(
    { principal }: ReceivedCall,
    job: Omit<Job, 'mode' | 'key'>,
  ): Promise<Verdict> | Verdict {
    const { mode } = principal.workload.protection;
    return runInSlices(inspectTexts({ ...job, mode, key: () => this.keys.keyOf(principal) }));
  }

  private remember(
    { isStreaming, wire }: ReceivedCall,
    inspection: Inspection,
    { vault }: Verdict,
    textIsJson: boolean,
  ): void {
    if (vault) this.restorings.set(inspection, { vault, isStreaming, wire, textIsJson });
  }
}

const inspectionOf = (
  { principal }: ReceivedCall,
  { action, findings }: Verdict,
  rest: Pick<Inspection, 'request'> & Partial<Inspection>,
): Inspection => ({
  mode: principal.workload.protection.mode,
  action,
  findings,
  removeTerms: 0,
  hasUnscanned: false,
  ...rest,
});

/** Structured output is JSON in the answer's text, so restored values need escapes there. */
function asksForJson(root: JsonNode): boolean {
  const type = stringOf(member(member(root, 'response_format'), 'type'));
  return type === 'json_object' || type === 'json_schema';
}
