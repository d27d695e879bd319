import { changeMembers, objectOf, type JsonDocument } from '#kernel';
import {
  Interceptor,
  type Entered,
  type InspectedCall,
  type Inspection,
  type ReceivedCall,
  type ReceivedForm,
} from '#call';
import { InstanceSecrets } from '#platform';
import { codecs } from '#wire';
import { Injectable } from '@nestjs/common';
import { collectTexts, editsOf } from './inspect/body-texts.js';
import { collectFormTexts, rewriteForm } from './inspect/inspect-form.js';
import { inspectTexts, NOTHING_FOUND, type Job, type Verdict } from './inspect/inspect-texts.js';
import { readRemovalTerms } from './inspect/read-removal-terms.js';
import { runInSlices } from './inspect/slices.js';
import { WorkloadKeys } from './pseudonyms/workload-keys.js';
import { ReplyRestorer } from './restore/reply-restorer.js';
import { RemovalTerms } from './scan/removal-terms.js';
import { jsonPath } from './walk/json-path.js';

/** The gateway's own member of a request body; no provider sees it. */
const EXTENSION: ReadonlySet<string> = new Set(['gw']);
const UNSCANNED = ['unscanned'] as const;
const NO_BODY = { kind: 'none' } as const;

/** First step of a call: what it finds goes further only as the workload's mode allows. */
@Injectable()
export class InspectInterceptor extends Interceptor<ReceivedCall, InspectedCall> {
  private readonly keys: WorkloadKeys;

  constructor(secrets: InstanceSecrets) {
    super();
    this.keys = new WorkloadKeys(secrets);
  }

  /** @throws field_invalid for a malformed `gw.remove`; protection_blocked in mode `block` */
  enter(call: ReceivedCall): Promise<Entered<InspectedCall>> | Entered<InspectedCall> {
    switch (call.body.kind) {
      case 'none':
        return {
          call: { ...call, inspection: inspectionOf(call, NOTHING_FOUND, { request: NO_BODY }) },
        };
      case 'json':
        return this.inspectJson(call, call.body.document);
      case 'form':
        return this.inspectForm(call, call.body.form);
    }
  }

  private async inspectJson(
    call: ReceivedCall,
    document: JsonDocument,
  ): Promise<Entered<InspectedCall>> {
    const { root } = document;
    const grammar = codecs[call.protocol].texts;
    const terms = readRemovalTerms(root);
    const { texts, hasUnscanned } = collectTexts(root, grammar);
    const verdict = await this.verdictOn(call, {
      texts: texts.map((text) => text.node.value),
      terms: terms.length > 0 ? new RemovalTerms(terms) : null,
      pathOf: (index) => {
        const text = texts[index];
        return text ? jsonPath(root, text.embedded?.node ?? text.node) : '';
      },
    });
    const edits = editsOf(texts, verdict.rewritten);
    const object = objectOf(root);
    if (object?.keys.includes('gw')) edits.push(...changeMembers(object, EXTENSION));
    const inspection = inspectionOf(call, verdict, {
      request: { kind: 'json', document, edits },
      removeTerms: terms.length,
      marks: hasUnscanned ? UNSCANNED : [],
    });
    return enteredWith({ ...call, inspection }, verdict, grammar.asksForJson(root));
  }

  private async inspectForm(
    call: ReceivedCall,
    form: ReceivedForm,
  ): Promise<Entered<InspectedCall>> {
    const { names, parts, texts, hasUnscanned } = collectFormTexts(form);
    const pathOf = (index: number) => names[index] ?? '';
    const verdict = await this.verdictOn(call, { texts, terms: null, pathOf });
    const inspection = inspectionOf(call, verdict, {
      request: { kind: 'form', form: rewriteForm(form, parts, verdict.rewritten) },
      marks: hasUnscanned ? UNSCANNED : [],
    });
    return enteredWith({ ...call, inspection }, verdict, false);
  }

  private verdictOn(
    { principal }: ReceivedCall,
    job: Omit<Job, 'mode' | 'key'>,
  ): Promise<Verdict> | Verdict {
    const { mode } = principal.workload.protection;
    return runInSlices(inspectTexts({ ...job, mode, key: () => this.keys.keyOf(principal) }));
  }
}

/** The found values live here and nowhere else, as long as the call does. */
function enteredWith(
  call: InspectedCall,
  { vault }: Verdict,
  textIsJson: boolean,
): Entered<InspectedCall> {
  if (!vault) return { call };
  const restorer = new ReplyRestorer({ vault, isStreaming: call.isStreaming, textIsJson });
  return {
    call,
    watch: (frame, protocol) => restorer.watch(frame, protocol),
    end: () => restorer.end(),
  };
}

const inspectionOf = (
  { principal, operation }: ReceivedCall,
  { action, findings }: Verdict,
  rest: Pick<Inspection, 'request'> & Partial<Inspection>,
): Inspection => ({
  mode: principal.workload.protection.mode,
  action,
  findings,
  removeTerms: 0,
  marks: [],
  operation,
  ...rest,
});
