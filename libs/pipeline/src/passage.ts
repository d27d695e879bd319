import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CallerGone,
  STATUS_CALLER_GONE,
  forgetBody,
  isElsewhere,
  logIdsOf,
  type BackgroundWork,
  type Dispatcher,
  type DispatchRecord,
  type Entered,
  type Interceptor,
  type Mark,
  type MeteredCall,
  type Outcome,
  type ReceivedCall,
} from '#call';
import {
  asGatewayError,
  Cancellation,
  faultBehind,
  type Alarm,
  type ErrorKey,
  type GatewayError,
} from '#kernel';
import {
  isLargeFrame,
  withoutCacheCounts,
  type Protocol,
  type Reply,
  type ReplyFrame,
  type Usage,
} from '#wire';
import { AnswerRecord } from './answer-record.js';
import { openWorkIn } from './open-work.js';
import type { PassageTools } from './passage-tools.js';
import { cacheHeaders, endpointHeaders, routeHeader } from './endpoint-headers.js';
import { readableError } from './readable-error.js';
import { ServerTiming } from './server-timing.js';
import { WayBack } from './way-back.js';
import { PAUSE, withPauses } from './with-pauses.js';

/** An answer as its caller may see it, in the format that its provider speaks. */
export interface Answer extends Omit<Reply, 'body'> {
  /** `x-ratelimit-*`, `x-gw-*` and `server-timing`: what the gateway adds to the answer's head. */
  readonly gatewayHeaders: Readonly<Record<string, string>>;
  /** Of an answer that was kept: what it took when it was made. */
  readonly cachedUsage?: Usage | undefined;
  readonly body: AnswerBody;
}

/** Streams must be read to their end or given back with `return`: that is what ends the call. */
export type AnswerBody =
  | { readonly kind: 'json'; readonly frame: ReplyFrame }
  | { readonly kind: 'events'; readonly batches: AsyncGenerator<readonly ReplyFrame[]> }
  | { readonly kind: 'bytes'; readonly chunks: AsyncGenerator<Uint8Array> };

const HELD_MS_MAX = 300; // Of words that a step would rather see the end of; a reader notices more.
const ABORT_GRACE_MS = 2_000; // An answer about to finish may still report its usage.
const DRAIN_MS_MAX = 120_000; // Reading on for nobody has to end some time.

/** Families that part the caches of organisations by a key, which the gateway sets where it may. */
const KEYED_FAMILIES: ReadonlySet<string> = new Set(['openai', 'azure']);

/** One call on its way: remembers what was entered, and leaves it in reverse, exactly once. */
export class Passage {
  private readonly dispatch: DispatchRecord = {
    cancellation: new Cancellation(),
    attempts: [],
    endpoint: null,
    billable: 'nothing',
    noteSent: () => this.tools.sentCalls.note(this.latest.callId),
    spent: [],
  };
  private readonly entered: Entered<ReceivedCall>[] = [];
  private readonly timing = new ServerTiming();
  private readonly answer = new AnswerRecord();
  private latest: ReceivedCall;
  private dispatchedMs: number | undefined;
  private goneAlarm: Alarm | undefined;
  private status = 0;
  private hasEnded = false;

  constructor(
    received: ReceivedCall,
    private readonly tools: PassageTools,
  ) {
    this.latest = received;
  }

  /** From here on a restart waits for the call. @throws gateway_overloaded, server_restarting */
  open(): void {
    this.tools.openCalls.assertRoom();
    this.tools.openCalls.add(this.dispatch.cancellation, this.latest.principal);
  }

  async enter<In extends ReceivedCall, Out extends In>(
    name: string,
    interceptor: Interceptor<In, Out>,
    call: In,
  ): Promise<Out> {
    const { clock } = this.tools;
    const startedMs = clock.monotonicMs();
    const result = interceptor.enter(call);
    const step = result instanceof Promise ? await result : result;
    const endedMs = clock.monotonicMs();
    this.timing.add(name, endedMs - startedMs);
    call.trace?.step(name, startedMs, endedMs);
    this.entered.push(step);
    this.latest = step.call;
    return step.call;
  }

  /** Sends the call. The end of its answer, however it comes about, leaves the interceptors. */
  async send(call: MeteredCall, dispatcher: Pick<Dispatcher, 'send'>): Promise<Answer> {
    this.dispatchedMs = this.tools.clock.monotonicMs();
    this.watchCaller(call);
    const { status, headers, protocol, body } = await dispatcher.send(call, this.dispatch);
    forgetBody(call); // Nothing is sent again from here on.
    this.status = status;
    const gatewayHeaders = {
      ...call.hold.rateHeaders,
      ...endpointHeaders(this.dispatch.endpoint),
      ...routeHeader(call.route.auto),
      ...cacheHeaders(call.cache),
      'server-timing': this.timing.toString(),
    };
    const cachedUsage = call.cache.answer?.usage;
    const head = { status, headers, gatewayHeaders, cachedUsage, protocol };
    switch (body.kind) {
      case 'json':
        return {
          ...head,
          body: { kind: body.kind, frame: await this.deliver(body.frame, protocol) },
        };
      case 'events':
        return {
          ...head,
          body: { kind: body.kind, batches: this.deliverStream(body.batches, protocol) },
        };
      case 'bytes':
        return { ...head, body: { kind: body.kind, chunks: this.deliverBytes(body.chunks) } };
    }
  }

  /**
   * A refusal before dispatch is recorded as such; after it, the call ends with its error.
   * @returns the error for the caller
   */
  async fail(fault: unknown): Promise<GatewayError> {
    const error = asGatewayError(fault);
    if (this.dispatchedMs === undefined) {
      this.tools.openCalls.delete(this.dispatch.cancellation);
      for (const step of this.entered) step.refused?.();
      await this.tools.refusals.record(this.latest, fault, this.latest);
      return readableError(error, this.entered);
    }
    if (!(fault instanceof CallerGone)) {
      this.status = error.spec.status;
      const behind = faultBehind(error);
      if (behind) {
        const message = `call ${this.latest.callId} failed: ${error.key}`;
        this.tools.logger.error(message, behind, logIdsOf(this.latest));
      }
    }
    this.end(fault);
    return readableError(error, this.entered);
  }

  /** The whole answer at once. Its caller gets it first; settling comes in the next turn. */
  private async deliver(frame: ReplyFrame, protocol: Protocol): Promise<ReplyFrame> {
    this.see(frame);
    const wayBack = new WayBack(this.entered, protocol);
    const passed = await wayBack.passWhole(frame);
    const waiting = wayBack.ready();
    if (waiting) await waiting;
    if (!this.answer.error) this.answer.isComplete = true;
    const work = openWorkIn(frame, this.latest);
    if (work) await this.endOpen(work);
    else this.end(undefined);
    return this.shown(passed, protocol);
  }

  /**
   * The call ends and its answer does not. Its caller hears of it once it is on record that somebody
   * will ask the provider how it went. @throws what could not be put on record
   */
  private async endOpen(work: Omit<BackgroundWork, 'terms'>): Promise<void> {
    this.close();
    await this.leaveAll({ ...this.outcome(undefined), background: { ...work, terms: '' } });
  }

  private async *deliverStream(
    batches: AsyncIterable<readonly ReplyFrame[]>,
    protocol: Protocol,
  ): AsyncGenerator<readonly ReplyFrame[]> {
    const wayBack = new WayBack(this.entered, protocol);
    let fault: unknown;
    try {
      const { clock } = this.tools;
      const paced = wayBack.isPaced ? withPauses(batches, clock, HELD_MS_MAX) : batches;
      for await (const batch of paced) {
        const frames: ReplyFrame[] = [];
        if (batch === PAUSE)
          frames.push(...wayBack.pause().map((one) => this.shown(one, protocol)));
        for (const frame of batch === PAUSE ? [] : batch) {
          this.see(frame);
          const passed =
            wayBack.isPaced || isLargeFrame(frame)
              ? await wayBack.passLarge(frame)
              : wayBack.pass(frame);
          frames.push(...passed.map((one) => this.shown(one, protocol)));
        }
        const waiting = wayBack.ready();
        if (waiting) await waiting;
        if (frames.length > 0) yield frames;
      }
      // A stream that broke off without saying so still shows all that had arrived.
      const rest = wayBack.end();
      if (rest.length > 0) yield rest.map((one) => this.shown(one, protocol));
      if (!this.answer.error) this.answer.isComplete = true;
    } catch (error) {
      fault = error;
      // A connection that was reset shows all that had arrived, too.
      const rest = wayBack.end();
      if (rest.length > 0) yield rest.map((one) => this.shown(one, protocol));
      throw error;
    } finally {
      this.end(fault);
    }
  }

  private async *deliverBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let fault: unknown;
    for (const step of this.entered) step.watchBytes?.();
    try {
      yield* chunks;
      this.answer.isComplete = true;
    } catch (error) {
      fault = error;
      throw error;
    } finally {
      this.end(fault);
    }
  }

  /** As the caller may see it, once everybody on the way has counted. */
  private shown(frame: ReplyFrame, protocol: Protocol): ReplyFrame {
    const provider = this.dispatch.endpoint?.provider;
    if (provider?.credential !== 'managed') return frame;
    const { explicitPromptCache } = this.latest.principal.organisation;
    const isParted = explicitPromptCache && KEYED_FAMILIES.has(provider.family);
    return isParted ? frame : withoutCacheCounts(frame, protocol);
  }

  private see(frame: ReplyFrame): void {
    this.answer.firstFrameMs ??= this.tools.clock.monotonicMs();
    this.answer.see(frame);
  }

  /** Without a reader the upstream request is ended, or read to its end, as the workload wants. */
  private watchCaller(call: MeteredCall): void {
    const { clock, openCalls } = this.tools;
    const { cancellation } = this.dispatch;
    call.callerGone.onCancel(() => {
      if (this.hasEnded) return;
      const isDraining =
        call.principal.workload.onDisconnect === 'drain' && openCalls.tryDrain(cancellation);
      this.goneAlarm = clock.after(isDraining ? DRAIN_MS_MAX : ABORT_GRACE_MS, () =>
        cancellation.cancel(new CallerGone()),
      );
    });
  }

  private close(): void {
    this.hasEnded = true;
    this.goneAlarm?.cancel();
    this.tools.openCalls.delete(this.dispatch.cancellation);
  }

  private end(fault: unknown): void {
    if (this.hasEnded) return;
    this.close();
    const recorded = this.leave(this.outcome(fault));
    this.tools.settling.add(recorded);
    this.tools.endedCalls.add(this.latest.principal.organisation.id, recorded);
  }

  private outcome(fault: unknown): Outcome {
    const { answer, dispatch } = this;
    const nowMs = this.tools.clock.monotonicMs();
    const { startedMs, callerGone } = this.latest;
    const isGone = fault instanceof CallerGone;
    const error = fault === undefined || isGone ? answer.error : asGatewayError(fault);
    const reports = this.entered.flatMap((step) => step.report?.() ?? []);
    return {
      status: isGone && this.status === 0 ? STATUS_CALLER_GONE : this.status,
      endedBy: endOf(answer.isComplete, isGone || callerGone.isCancelled, error),
      callerGone: callerGone.isCancelled,
      error,
      attempts: dispatch.attempts,
      endpoint: dispatch.endpoint,
      usage: answer.usage,
      untold: answer.untold,
      tier: answer.tier,
      isPartial: !answer.isComplete,
      hasEstimates: answer.hasEstimates,
      billable: dispatch.billable,
      spent: dispatch.spent.map(({ endpoint, usage }) => ({ endpoint, usage })),
      found: reports.flatMap(({ found }) => found),
      injections: reports.flatMap(({ injections }) => injections ?? []),
      pseudonyms: reports.find(({ pseudonyms }) => pseudonyms)?.pseudonyms,
      marks: [...this.marks(), ...reports.flatMap(({ marks }) => marks)],
      ttftMs: answer.firstFrameMs === null ? null : Math.round(answer.firstFrameMs - startedMs),
      latencyMs: Math.round(nowMs - startedMs),
      gatewayMs: Math.round((this.dispatchedMs ?? nowMs) - startedMs),
      stepsMs: this.timing.stepsMs,
      told: { id: answer.id, finishReasons: answer.finishReasons },
      charge: null,
    };
  }

  private marks(): readonly Mark[] {
    const { geography } = this.answer;
    const jurisdiction = this.dispatch.endpoint?.jurisdiction;
    return geography !== null && jurisdiction && isElsewhere(jurisdiction, geography)
      ? ['processed_elsewhere']
      : [];
  }

  private async leave(first: Outcome): Promise<void> {
    await nextTurn();
    await this.leaveAll(first);
  }

  private async leaveAll(first: Outcome): Promise<void> {
    let outcome = first;
    let failure: unknown;
    for (const step of this.entered.toReversed()) {
      try {
        outcome = (await step.leave?.(outcome)) ?? outcome;
      } catch (fault) {
        // The next ones still have to leave; the intent stays, so the call is not lost.
        failure ??= fault;
        this.tools.logger.error(
          `call ${this.latest.callId} did not end cleanly`,
          fault,
          logIdsOf(this.latest),
        );
      }
    }
    this.tools.observer.ended(this.latest, outcome);
    if (first.background && failure) throw failure;
  }
}

/** The caller's answer is written before its records are: it waits for the one, not for the other. */

/** Refusals that may come in the middle of an answer, where its hold cannot grow. */
const MONEY_LIMITS: ReadonlySet<ErrorKey> = new Set([
  'budget_reached',
  'cap_reached',
  'credit_exhausted',
  'allowance_reached',
]);

function endOf(
  isComplete: boolean,
  isGone: boolean,
  error: GatewayError | null,
): Outcome['endedBy'] {
  if (error?.key === 'server_restarting') return 'server_restarting';
  if (error && MONEY_LIMITS.has(error.key)) return 'budget';
  if (error) return 'error';
  if (isComplete) return 'upstream';
  return isGone ? 'client' : 'error';
}
