import { Cancellation, runAtOnce, runInSlices, type JsonDocument } from '#kernel';
import {
  Interceptor,
  type Entered,
  type InspectedCall,
  type Inspection,
  type Mark,
  type ReceivedCall,
  type ReceivedForm,
} from '#call';
import { InstanceSecrets } from '#platform';
import { codecs } from '#wire';
import { Injectable } from '@nestjs/common';
import { inspectBody } from './inspect/inspect-body.js';
import { collectFormTexts, rewriteForm, withoutField } from './inspect/inspect-form.js';
import { inspectTexts, type Verdict } from './inspect/inspect-texts.js';
import { operationTexts } from './inspect/operation-texts.js';
import { readFormTerms, readRemovalTerms } from './inspect/read-removal-terms.js';
import { refuseUnread, type Rules } from './inspect/rules.js';
import { WorkloadKeys } from './pseudonyms/workload-keys.js';
import { ReplyRestorer } from './restore/reply-restorer.js';
import { restoreLine } from './restore/text-restorer.js';
import { RemovalTerms } from './scan/removal-terms.js';

const UNSCANNED: readonly Mark[] = ['unscanned'];
/** An answer that is paid for is restored, whoever is still there. */
const NEVER_ENDED = new Cancellation();
const NO_BODY = { kind: 'none' } as const;

/** First step of a call: what it finds goes further only as the workload's mode allows. */
@Injectable()
export class InspectInterceptor extends Interceptor<ReceivedCall, InspectedCall> {
  private readonly keys: WorkloadKeys;

  constructor(secrets: InstanceSecrets) {
    super();
    this.keys = new WorkloadKeys(secrets);
  }

  /** @throws field_invalid for a malformed `gw.remove`; protection_blocked, document_unscannable */
  enter(call: ReceivedCall): Promise<Entered<InspectedCall>> | Entered<InspectedCall> {
    switch (call.body.kind) {
      case 'none':
        return this.inspectAlone(call);
      case 'json':
        return this.inspectJson(call, call.body.document);
      case 'form':
        return this.inspectForm(call, call.body.form);
    }
  }

  private async inspectAlone(call: ReceivedCall): Promise<Entered<InspectedCall>> {
    const { texts, write } = operationTexts(call.operation);
    const pathOf = (index: number) => texts[index]?.path ?? '';
    const steps = inspectTexts({ ...this.rulesOf(call), texts, terms: null, pathOf });
    const verdict = await runInSlices(steps, call.callerGone);
    const inspection = inspectionOf(call, verdict, {
      request: NO_BODY,
      operation: write(verdict.rewritten),
      marks: verdict.hasUnread ? UNSCANNED : [],
    });
    return enteredWith({ ...call, inspection }, verdict);
  }

  private async inspectJson(
    call: ReceivedCall,
    document: JsonDocument,
  ): Promise<Entered<InspectedCall>> {
    const { root } = document;
    const grammar = codecs[call.protocol].texts;
    const terms = readRemovalTerms(root);
    const beside = operationTexts(call.operation);
    const rules = {
      ...this.rulesOf(call),
      terms: terms.length > 0 ? new RemovalTerms(terms) : null,
    };
    const steps = inspectBody(document, grammar, rules, beside.texts);
    const { verdict, inspected, besideRewritten, isUnread } = await runInSlices(
      steps,
      call.callerGone,
    );
    const inspection = inspectionOf(call, verdict, {
      request: { kind: 'json', document: inspected },
      operation: beside.write(besideRewritten),
      removeTerms: terms.length,
      marks: isUnread ? UNSCANNED : [],
    });
    return enteredWith({ ...call, inspection }, verdict);
  }

  private async inspectForm(
    call: ReceivedCall,
    received: ReceivedForm,
  ): Promise<Entered<InspectedCall>> {
    const rules = this.rulesOf(call);
    const terms = readFormTerms(received.parts);
    const form = withoutField(received, 'gw');
    const fields = collectFormTexts(form);
    const { files } = fields;
    refuseUnread(
      rules,
      files.map((name) => ({ kind: 'upload', pathOf: () => name })),
    );
    const beside = operationTexts(call.operation);
    const texts = [...beside.texts, ...fields.texts];
    const pathOf = (index: number) => texts[index]?.path ?? '';
    const steps = inspectTexts({
      ...rules,
      texts,
      terms: terms.length > 0 ? new RemovalTerms(terms) : null,
      pathOf,
    });
    const verdict = await runInSlices(steps, call.callerGone);
    const inForm = [...verdict.rewritten].flatMap(([index, text]) =>
      index < beside.texts.length ? [] : [[index - beside.texts.length, text] as const],
    );
    const inspection = inspectionOf(call, verdict, {
      request: { kind: 'form', form: rewriteForm(form, fields, new Map(inForm)) },
      operation: beside.write(verdict.rewritten),
      removeTerms: terms.length,
      marks: files.length > 0 || verdict.hasUnread ? UNSCANNED : [],
    });
    return enteredWith({ ...call, inspection }, verdict);
  }

  private rulesOf({ principal }: ReceivedCall): Rules {
    const { mode, unscannable } = principal.workload.protection;
    return { mode, unscannable, key: () => this.keys.keyOf(principal) };
  }
}

/** The found values live here and nowhere else, as long as the call does. */
function enteredWith(call: InspectedCall, { vault }: Verdict): Entered<InspectedCall> {
  if (!vault) return { call };
  const restorer = new ReplyRestorer({
    vault,
    isStreaming: call.isStreaming,
    caller: call.protocol,
  });
  return {
    call,
    watchWhole: (frame, protocol) => runInSlices(restorer.whole(frame, protocol), NEVER_ENDED),
    watch: (frame, protocol) => runAtOnce(restorer.watch(frame, protocol)),
    watchLarge: (frame, protocol) => runInSlices(restorer.watch(frame, protocol), NEVER_ENDED),
    end: () => restorer.end(),
    restore: (line) => restoreLine(vault, line),
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
