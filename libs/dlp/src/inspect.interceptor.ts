import {
  NEVER_ENDED,
  runAtOnce,
  runInSlices,
  type HmacSha256,
  type JsonDocument,
  type Steps,
} from '#kernel';
import {
  Interceptor,
  isCleaning,
  type AnswerReport,
  type CleanedDocuments,
  type Entered,
  type InspectedCall,
  type InjectionMode,
  type Inspection,
  type Mark,
  type ReceivedCall,
  type ReceivedForm,
} from '#call';
import { InstanceSecrets } from '#platform';
import { codecs, LOCAL_OCR_REQUEST, type Protocol, type ReplyFrame, type TextGrammar } from '#wire';
import { Injectable } from '@nestjs/common';
import { AnswerGuard } from './answers/answer-guard.js';
import { KnownValues } from './answers/known-values.js';
import { engineRevision } from './engine-revision.js';
import { KnownInjections } from './injection/known-injections.js';
import type { DataLook } from './injection/request-data.js';
import { ResultWatch } from './injection/result-watch.js';
import { collectTexts } from './inspect/body-texts.js';
import { inspectBody } from './inspect/inspect-body.js';
import { collectFormTexts, rewriteForm, withoutField } from './inspect/inspect-form.js';
import { inspectTexts, type Verdict } from './inspect/inspect-texts.js';
import { BESIDE, operationTexts } from './inspect/operation-texts.js';
import { refuseValueInModel } from './inspect/model-name.js';
import { readFormTerms, readRemovalTerms } from './inspect/read-removal-terms.js';
import { refuseUnread, type Rules } from './inspect/rules.js';
import { activePolicy } from './policy.js';
import { conversationOf } from './pseudonyms/conversation-of.js';
import type { Vault } from './pseudonyms/vault.js';
import { WorkloadKeys } from './pseudonyms/workload-keys.js';
import { ReplyRestorer } from './restore/reply-restorer.js';
import { SentValues } from './restore/sent-values.js';
import { restoreLine } from './restore/text-restorer.js';
import type { MarkedTexts } from './scan/operator/marked-texts.js';
import { OperatorModel, type ReadText } from './scan/operator/operator-model.js';
import { OwnSearch } from './scan/own/own-search.js';
import { TermScan, TermTree } from './scan/removal-terms.js';
import { ScanCache } from './scan/scan-cache.js';

const NOTHING_SAID: AnswerReport = { found: [], marks: [] };
const NO_BODY = { kind: 'none' } as const;

/** First step of a call: what it finds goes further only as the workload's mode allows. */
@Injectable()
export class InspectInterceptor extends Interceptor<ReceivedCall, InspectedCall> {
  private readonly keys: WorkloadKeys;
  private readonly scans: ScanCache;
  private readonly injections: KnownInjections;

  constructor(
    secrets: InstanceSecrets,
    private readonly operatorModel: OperatorModel,
  ) {
    super();
    this.keys = new WorkloadKeys(secrets);
    this.scans = new ScanCache(secrets.derive('scan-cache'));
    this.injections = new KnownInjections(secrets.derive('injection-cache'));
  }

  /** How often texts of this process were known from before, and the memory that is kept for it. */
  get scanCounts(): { readonly hits: number; readonly misses: number; readonly bytes: number } {
    return { ...this.scans.looks, bytes: this.scans.bytes };
  }

  /** @throws field_invalid for a malformed `gw.remove`; protection_blocked, document_unscannable, model_unknown */
  enter(call: ReceivedCall): Promise<Entered<InspectedCall>> | Entered<InspectedCall> {
    const { principal, requestedModel } = call;
    if (call.operation.kind === 'anonymize') return { call: unchanged(call) };
    if (requestedModel !== null) refuseValueInModel(this.rulesOf(call), principal, requestedModel);
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
    const rules = this.rulesOf(call);
    const marked = await this.readByModel(call, rules, texts);
    const steps = inspectTexts({
      ...rules,
      texts,
      terms: null,
      marked,
      pathOf,
      placeOf: () => BESIDE,
    });
    const verdict = await runInSlices(steps, call.callerGone);
    const inspection = inspectionOf(call, verdict, {
      request: NO_BODY,
      operation: write(verdict.rewritten),
      ...told(verdict.hasUnread, marked),
    });
    return enteredWith({ ...call, inspection }, verdict, rules);
  }

  private async inspectJson(
    call: ReceivedCall,
    document: JsonDocument,
  ): Promise<Entered<InspectedCall>> {
    const { root } = document;
    const grammar = grammarOf(call);
    const terms = readRemovalTerms(root);
    const beside = operationTexts(call.operation);
    const rules = {
      ...this.rulesOf(call),
      terms: terms.length > 0 ? new TermScan(new TermTree(terms)) : null,
    };
    const sought = {
      terms: terms.length > 0,
      own: rules.own !== null,
      names: rules.policy.wantsNames,
    };
    const read = await runInSlices(collectTexts(document, grammar, sought), call.callerGone);
    const marked = await this.readByModel(call, rules, [...read.texts, ...beside.texts]);
    const cleaned = call.cleaned?.spans ?? [];
    const data = this.dataLookOf(call);
    const documents = call.documentSpans ?? [];
    const body = { document, grammar, read, cleaned, documents, data };
    const steps = inspectBody(body, { ...rules, marked }, beside.texts);
    const { verdict, inspected, besideRewritten, isUnread, injections } = await runInSlices(
      steps,
      call.callerGone,
    );
    const inspection = inspectionOf(call, verdict, {
      request: { kind: 'json', document: inspected },
      operation: beside.write(besideRewritten),
      removeTerms: terms.length,
      injections,
      ...told(isUnread, marked),
    });
    return enteredWith({ ...call, inspection }, verdict, rules);
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
    const marked = await this.readByModel(call, rules, texts);
    const steps = inspectTexts({
      ...rules,
      texts,
      marked,
      terms: terms.length > 0 ? new TermScan(new TermTree(terms)) : null,
      pathOf,
      placeOf: (index) => (index < beside.texts.length ? BESIDE : 'form'),
    });
    const verdict = await runInSlices(steps, call.callerGone);
    const inForm = [...verdict.rewritten].flatMap(([index, text]) =>
      index < beside.texts.length ? [] : [[index - beside.texts.length, text] as const],
    );
    const inspection = inspectionOf(call, verdict, {
      request: { kind: 'form', form: rewriteForm(form, fields, new Map(inForm)) },
      operation: beside.write(verdict.rewritten),
      removeTerms: terms.length,
      ...told(files.length > 0 || verdict.hasUnread, marked),
    });
    return enteredWith({ ...call, inspection }, verdict, rules);
  }

  private keyOf(call: ReceivedCall): HmacSha256 {
    const { principal } = call;
    const { pseudonymScope } = principal.workload.protection;
    const conversation = pseudonymScope === 'conversation' ? conversationOf(call) : undefined;
    return conversation === undefined
      ? this.keys.keyOf(principal)
      : this.keys.ofConversation(principal, conversation);
  }

  /** Null where nobody wants to know. */
  private dataLookOf(call: ReceivedCall): DataLook | null {
    const mode = injectionOf(call);
    if (mode === 'off') return null;
    const { id } = call.principal.organisation;
    const find = (text: string) => this.injections.find(id, text);
    return { mode, find };
  }

  private readByModel(
    { principal, callerGone: ended }: ReceivedCall,
    { policy }: Rules,
    texts: readonly ReadText[],
  ): Promise<MarkedTexts | null> {
    return this.operatorModel.read({ scope: principal.organisation.id, policy, texts, ended });
  }

  private rulesOf(call: ReceivedCall): Rules {
    const { principal, receivedAtMs, documentValues } = call;
    const { protection } = principal.workload;
    const policy = activePolicy(protection, receivedAtMs);
    const { id } = principal.organisation;
    return {
      policy,
      restoreHosts: protection.restoreHosts,
      unscannable: protection.unscannable,
      cleansDocuments: isCleaning(protection),
      known: protection.answers === 'off' ? null : new KnownValues(),
      own: OwnSearch.of(protection, documentValues),
      scan: (text, search) => this.scans.scan(id, text, search),
      key: () => this.keyOf(call),
    };
  }
}

/** What is in the document is taken out by who was asked for it; and nothing of the request leaves this machine. */
const unchanged = (call: ReceivedCall): InspectedCall => ({
  ...call,
  inspection: {
    mode: call.principal.workload.protection.mode,
    action: 'none',
    findings: {},
    found: [],
    removeTerms: 0,
    engine: engineRevision(),
    marks: [],
    request: call.body,
    operation: call.operation,
  },
});
/** A document that is read on this machine goes to nobody: it is none that data protection must have read. */
function grammarOf({ operation, protocol }: ReceivedCall): TextGrammar {
  const { texts } = codecs[protocol];
  const isLocal = operation.kind === 'ocr' && operation.isLocal;
  return isLocal ? { ...texts, request: LOCAL_OCR_REQUEST } : texts;
}

/** The found values live here and nowhere else, as long as the call does. */
function enteredWith(
  call: InspectedCall,
  { vault }: Verdict,
  rules: Rules,
): Entered<InspectedCall> {
  const guard = guardOf(call, vault, rules);
  const watch = resultWatchOf(call);
  if (!vault && !guard) return watch ? watched(call, watch) : { call };
  const values = vault && call.operation.kind === 'tool' ? new SentValues(call, vault) : null;
  const restorer = new ReplyRestorer({
    vault,
    guard,
    isStreaming: call.isStreaming,
    caller: call.protocol,
  });
  return {
    call: values ? { ...call, inspection: values.inspection } : call,
    watchWhole: (frame, protocol) => runInSlices(whole(frame, protocol), NEVER_ENDED),
    watch: (frame, protocol) => runAtOnce(part(frame, protocol)),
    watchLarge: (frame, protocol) => runInSlices(part(frame, protocol), NEVER_ENDED),
    end: () => restorer.end(),
    ...(vault && { restore: (line: string) => restoreLine(vault, line) }),
    ...(guard && {
      pause: () => restorer.pause(),
      watchBytes: () => guard.markUnscanned(),
    }),
    report: () => ({ ...reportOf(guard, vault, values), injections: watch?.found }),
  };
  function* whole(frame: ReplyFrame, protocol: Protocol): Steps<ReplyFrame> {
    return yield* restorer.whole(watch ? yield* watch.look(frame) : frame, protocol);
  }
  function* part(frame: ReplyFrame, protocol: Protocol): Steps<readonly ReplyFrame[]> {
    return yield* restorer.watch(watch ? yield* watch.look(frame) : frame, protocol);
  }
}

/** A result without anything in it to put back or to guard. */
const watched = (call: InspectedCall, watch: ResultWatch): Entered<InspectedCall> => ({
  call,
  watchWhole: (frame) => runInSlices(watch.look(frame), NEVER_ENDED),
  watch: (frame) => runAtOnce(watch.look(frame)),
  watchLarge: async (frame) => [await runInSlices(watch.look(frame), NEVER_ENDED)],
  report: () => ({ ...NOTHING_SAID, injections: watch.found }),
});

/** Who only observes changes nothing. */
const injectionOf = ({ principal }: ReceivedCall): InjectionMode => {
  const { injection, isObserving } = principal.workload.protection;
  return injection !== 'off' && isObserving ? 'flag' : injection;
};

/** Null of what no server of tools answers. */
function resultWatchOf(call: ReceivedCall): ResultWatch | null {
  const { operation } = call;
  const mode = injectionOf(call);
  if (mode === 'off' || operation.kind !== 'tool') return null;
  return new ResultWatch(mode, !operation.isList);
}

function reportOf(
  guard: AnswerGuard | null,
  vault: Vault | null,
  values: SentValues | null,
): AnswerReport {
  const said = guard?.report() ?? NOTHING_SAID;
  if (!vault) return said;
  const pseudonyms = vault.counts();
  const marks: Mark[] = pseudonyms.withheld > 0 ? ['restore_withheld'] : [];
  if (values?.wereAsked) marks.push('values_sent');
  return { ...said, marks: [...said.marks, ...marks], pseudonyms };
}

/** What the log is told beside the findings. */
function told(hasUnread: boolean, marked: MarkedTexts | null): Pick<Inspection, 'marks' | 'nerMs'> {
  const marks: Mark[] = [];
  if (marked?.isDegraded) marks.push('ner_degraded');
  if (hasUnread) marks.push('unscanned');
  return { marks, nerMs: marked?.tookMs };
}

/** Null where nobody wants to know what a model says itself. */
function guardOf(
  { principal, operation }: InspectedCall,
  vault: Vault | null,
  { policy, own, known }: Rules,
): AnswerGuard | null {
  const { answers } = principal.workload.protection;
  // Vectors say nothing, and decisions nothing but what their caller wrote.
  return answers === 'off' || !known || operation.kind === 'embed' || operation.kind === 'decide'
    ? null
    : new AnswerGuard({ mode: answers, policy, own, known, vault });
}

const inspectionOf = (
  { principal, operation, cleaned }: ReceivedCall,
  { action, findings, found }: Verdict,
  rest: Pick<Inspection, 'request'> & Partial<Inspection>,
): Inspection =>
  withCleaned(cleaned, {
    mode: principal.workload.protection.mode,
    action,
    findings,
    found,
    removeTerms: 0,
    engine: engineRevision(),
    marks: [],
    operation,
    ...rest,
  });

/** What was taken out of documents before anything was inspected: of the same call, in the same entry. */
function withCleaned(cleaned: CleanedDocuments | undefined, inspection: Inspection): Inspection {
  if (!cleaned) return inspection;
  const findings: Record<string, number> = { ...inspection.findings };
  for (const { kind, count } of cleaned.found) findings[kind] = (findings[kind] ?? 0) + count;
  return {
    ...inspection,
    action:
      cleaned.found.length > 0 && inspection.action !== 'blocked' ? 'masked' : inspection.action,
    findings,
    found: [
      ...inspection.found,
      ...cleaned.found.map((one) => ({ ...one, subtype: null, action: 'mask', place: 'document' })),
    ],
    marks: [...inspection.marks, 'document_anonymized'],
  };
}
