import { Injectable } from '@nestjs/common';
import {
  type Arrival,
  type CallerGone,
  type Entered,
  Interceptor,
  type Outcome,
  type ReceivedBody,
  type ReceivedCall,
  type LookedUpCall,
  type SealedCall,
} from '#call';
import {
  Clock,
  Entropy,
  failed,
  HmacSha256,
  NEVER_ENDED,
  refuse,
  runInSlices,
  type Ending,
  type GatewayError,
} from '#kernel';
import { ReplicaId } from '#platform';
import type { ReplyFrame } from '#wire';
import { EndUserIndex } from './entry/end-user-index.js';
import { callEntry, type CallSoFar, refusalEntry } from './entry/build-entry.js';
import { commitSteps, commitTo, StreamCommitment } from './entry/commitment.js';
import { writeContext } from './entry/context.js';
import { type Entry, type EntryCommitments, NO_COMMITMENTS } from './entry/entry.js';
import { Corrections } from './record/corrections.js';
import { FoldedRefusals } from './record/folded-refusals.js';
import { BackgroundRecords } from './record/background-records.js';
import { OwnCalls } from './record/own-calls.js';
import { Recorder } from './record/recorder.js';
import { rowOf } from './record/sealed-row.js';
import { SentCalls } from './record/sent-calls.js';
import { Anchors } from './seal/anchors.js';

const SALT_BYTES = 32;

/** Seal: every call that is admitted, and every refusal, leaves one entry in the log. */
@Injectable()
export class SealInterceptor extends Interceptor<LookedUpCall, SealedCall> {
  private late = 0;
  private lost = 0;
  private readonly folded: FoldedRefusals;

  constructor(
    private readonly recorder: Recorder,
    private readonly anchors: Anchors,
    private readonly entropy: Entropy,
    private readonly clock: Clock,
    private readonly replica: ReplicaId,
    private readonly own: OwnCalls,
    private readonly corrections: Corrections,
    private readonly sent: SentCalls,
    private readonly endUsers: EndUserIndex,
    private readonly background: BackgroundRecords,
  ) {
    super();
    this.folded = new FoldedRefusals(clock, (entry) => this.recordFolded(entry));
  }

  /** Calls that ended after another replica had taken this one for dead and recorded them. */
  get lateOutcomes(): number {
    return this.late;
  }

  /** Refusals that were not recorded: too many rows waited for the database, or its log was set back. */
  get lostRefusals(): number {
    return this.lost;
  }

  /** What could not be recorded for certain is not let in. @throws gateway_overloaded, audit_unavailable */
  enter(call: LookedUpCall): Entered<SealedCall> | Promise<Entered<SealedCall>> {
    if (this.anchors.rollback) throw failed('audit_unavailable');
    if (this.recorder.isFull) throw refuse('gateway_overloaded');
    // Secret of this call's commitments; erasing it makes them unprovable for ever.
    const salt = this.entropy.bytes(SALT_BYTES);
    // Now, since nobody holds the body any more when the call has ended.
    const request = commitToBody(salt, call.body, call.callerGone);
    const endUser = this.indexOf(call);
    return request instanceof Promise || endUser instanceof Promise
      ? Promise.all([request, endUser]).then(([committed, value]) =>
          this.entered(call, { salt, request: committed, endUser: value }),
        )
      : this.entered(call, { salt, request, endUser });
  }

  /** Null where the caller names nobody. */
  private indexOf({
    principal,
    endUser,
  }: Pick<ReceivedCall, 'principal' | 'endUser'>): Buffer | null | Promise<Buffer> {
    return endUser === null ? null : this.endUsers.valueOf(principal.organisation.id, endUser);
  }

  private entered(
    call: LookedUpCall,
    { salt, request, endUser }: Omit<Committed, 'response'>,
  ): Entered<SealedCall> {
    this.own.begin(call.callId);
    const sealed: SealedCall = { ...call, seal: { context: writeContext(call) } };
    const response = new StreamCommitment(salt, 'response');
    return {
      call: sealed,
      // As the provider sent it, whatever is rewritten behind this step.
      watch: (frame) => commitFrame(response, frame),
      leave: (outcome) => this.record(sealed, outcome, { salt, request, endUser, response }),
    };
  }

  /**
   * Records that a call was turned away or given up before it had an intent, as one of many where a key
   * has more than its share of refusals. Resolves when durable.
   * @param reached the last state that the call reached
   */
  async refuse(
    arrival: Arrival,
    reason: GatewayError | CallerGone,
    reached: CallSoFar = {},
  ): Promise<void> {
    // Nothing new belongs behind a fork that nobody has accepted.
    if (this.recorder.isFull || this.anchors.rollback) {
      this.lost++;
      this.own.end(arrival.callId);
      return;
    }
    const entryOf = (commit = NO_COMMITMENTS): Entry => ({
      ...refusalEntry(arrival, reason, reached, {
        endedAtMs: this.clock.nowMs(),
        latencyMs: this.clock.monotonicMs() - arrival.startedMs,
      }),
      replica: this.replica.value,
      commit,
    });
    if (this.folded.fold(arrival, entryOf)) return this.own.end(arrival.callId);
    try {
      await this.recordRefusal(entryOf, arrival, reached);
    } finally {
      this.own.end(arrival.callId);
    }
  }

  private async recordRefusal(
    entryOf: (commit: EntryCommitments) => Entry,
    { principal }: Arrival,
    { body, endUser = null }: CallSoFar,
  ): Promise<void> {
    // What could not be found again is not committed to.
    const index =
      endUser === null
        ? null
        : await Promise.resolve(this.indexOf({ principal, endUser })).catch(() => null);
    const commits = body?.kind === 'json' || index !== null;
    const salt = commits ? this.entropy.bytes(SALT_BYTES) : null;
    const entry = entryOf({
      ...NO_COMMITMENTS,
      request: salt && body ? await commitToBody(salt, body, NEVER_ENDED) : null,
      end_user: salt && index && commitToEndUser(salt, endUser),
    });
    const given = { hasIntent: false, salt, endUser: index, charge: null };
    await this.recorder.record(rowOf(entry, given));
  }

  /** Records what refusals without a row of their own have come to. For the end of a drain. */
  flush(): void {
    this.folded.flush();
  }

  private recordFolded(entry: Entry): void {
    const row = rowOf(entry, { hasIntent: false, salt: null, charge: null });
    // What the database refuses is set aside by the recorder.
    void this.recorder.record(row).catch(() => this.lost++);
  }

  /** Resolves when the entry, the ledger entry and the end of the intent are durable. */
  private async record(
    call: SealedCall,
    outcome: Outcome,
    { salt, request, endUser, response }: Committed,
  ): Promise<Outcome> {
    const commit = {
      ...NO_COMMITMENTS,
      request,
      response: response.finish(new HmacSha256(salt)),
      end_user: commitToEndUser(salt, call.endUser),
    };
    try {
      const entry = callEntry(call, outcome, this.replica.value, commit);
      if (outcome.background) return await this.keep(call, outcome, { entry, salt, endUser });
      const row = rowOf(entry, { hasIntent: true, salt, endUser, charge: outcome.charge });
      if (!(await this.recorder.record(row))) {
        this.late++;
        await this.corrections.book(row);
      }
      this.own.end(call.callId);
      this.sent.forget(call.callId);
    } catch (error) {
      // Its hold must end all the same: `Recovery` charges what is known of the call.
      this.own.endUnrecorded(call.callId);
      throw error;
    }
    return outcome;
  }

  /**
   * Resolves when it is durable that the provider will be asked. What cannot be kept stays an intent of
   * nobody, so that `Recovery` charges all that is held. @throws audit_unavailable
   */
  private async keep(
    call: SealedCall,
    outcome: Outcome,
    { entry, salt, endUser }: Pick<Committed, 'salt' | 'endUser'> & { readonly entry: Entry },
  ): Promise<Outcome> {
    const { background, endpoint } = outcome;
    try {
      const kept = await this.background.keep(call.callId, {
        objectId: background?.objectId ?? '',
        terms: background?.terms ?? '',
        ...(background?.kind && { kind: background.kind }),
        provider: endpoint?.provider.name ?? '',
        sinceMs: this.clock.nowMs(),
        entry,
        salt: salt.toString('hex'),
        endUser: endUser && endUser.toString('hex'),
      });
      if (!kept) this.late++;
    } catch (cause) {
      throw failed('audit_unavailable', { cause });
    }
    this.own.end(call.callId);
    this.sent.forget(call.callId);
    return outcome;
  }
}

function commitFrame(response: StreamCommitment, frame: ReplyFrame): ReplyFrame {
  const payload = frame.document?.text ?? frame.raw;
  if (payload !== undefined) response.add(payload);
  return frame;
}

/** What of a call is bound to, without being told. */
interface Committed {
  readonly salt: Buffer;
  readonly request: string | null;
  /** By which the person's calls are found. */
  readonly endUser: Buffer | null;
  readonly response: StreamCommitment;
}

const commitToEndUser = (salt: Buffer, endUser: string | null): string | null =>
  endUser === null ? null : commitTo(new HmacSha256(salt), 'end_user', endUser);

/** A form's files are not read again for a commitment, so forms have none. */
const commitToBody = (
  salt: Buffer,
  body: ReceivedBody,
  ended: Ending,
): string | null | Promise<string> =>
  body.kind === 'json'
    ? runInSlices(commitSteps(salt, 'request', body.document.text), ended)
    : null;
