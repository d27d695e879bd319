import { Injectable, Logger } from '@nestjs/common';
import {
  batchOf,
  CallerGone,
  logIdsOf,
  Interceptor,
  PolicyRefusal,
  type Entered,
  type GuardedCall,
  type OutgoingBody,
  type RoutedCall,
  type ScopeFinding,
  type ScopePolicy,
  type Unjudged,
} from '#call';
import { Clock, Entropy, GatewayError, runInSlices } from '#kernel';
import { codecs } from '#wire';
import { isOfCaller, JudgeBreakers } from './judge-breakers.js';
import { ScopeJudge, type Judgement } from './judge.js';
import type { Judged } from './judged.js';
import { readJudged, type ReadRequest } from './read-judged.js';
import { VerdictCache } from './verdict-cache.js';

/** Of how likely it is inside; between the two nobody knows. */
const IN_FROM = 0.65;
const OUT_TO = 0.35;
const STATEMENT_CHARS = 120;

/** Keeps calls within what their workload is for, judged by what the model would see. */
@Injectable()
export class ScopeInterceptor extends Interceptor<RoutedCall, GuardedCall> {
  private readonly logger = new Logger('scope');
  private readonly cache: VerdictCache;
  private readonly breakers: JudgeBreakers;

  constructor(
    private readonly judge: ScopeJudge,
    clock: Clock,
    entropy: Entropy,
  ) {
    super();
    this.cache = new VerdictCache(clock, entropy);
    this.breakers = new JudgeBreakers(clock);
  }

  /** @throws scope_violation, scope_guard_unavailable; refusals of the judge's own call for money and rate */
  enter(call: RoutedCall): Entered<GuardedCall> | Promise<Entered<GuardedCall>> {
    const policy = call.principal.kind === 'internal' ? null : call.principal.workload.scope;
    const { request } = call.inspection;
    if (policy === null || request.kind === 'none') return { call: { ...call, scope: null } };
    return this.guard(call, policy, request);
  }

  private async guard(
    call: RoutedCall,
    policy: ScopePolicy,
    request: Exclude<OutgoingBody, { kind: 'none' }>,
  ): Promise<Entered<GuardedCall>> {
    const { mode, judge } = policy;
    const found = { mode, judge, unread: [], exception: null, isCached: false };
    const scope: ScopeFinding = { ...found, verdict: 'none', p: null };
    const asksNobody = askingNobody(call);
    if (asksNobody) return { call: { ...call, scope: { ...scope, unread: [asksNobody] } } };
    if (request.kind === 'form' || batchOf(call.operation)) {
      return this.decide(call, policy, { ...scope, verdict: 'uncertain', unread: ['upload'] }, '');
    }
    const steps = readJudged(
      request.document,
      codecs[call.protocol].texts.request,
      policy.trustsSystem,
    );
    const read = await runInSlices(steps, call.callerGone);
    return this.guardRead(call, policy, { ...scope, unread: read.unread }, read);
  }

  private async guardRead(
    call: RoutedCall,
    policy: ScopePolicy,
    found: ScopeFinding,
    { judged, digest }: ReadRequest,
  ): Promise<Entered<GuardedCall>> {
    const exception = judged && judged !== 'trivial' && exceptionFor(policy, judged, call);
    if (exception) return { call: { ...call, scope: { ...found, exception } } };
    // Before anybody is asked: what is refused whatever is said costs nothing.
    const saysNothing = judged === null || (judged === 'trivial' && found.unread.length > 0);
    if (saysNothing || refusedIn(policy, found).length > 0) {
      return this.decide(call, policy, { ...found, verdict: 'uncertain' }, '');
    }
    if (judged === 'trivial') {
      return this.decide(call, policy, { ...found, verdict: 'in' }, '');
    }
    const { organisation, workload } = call.principal;
    const key = this.cache.keyOf(organisation.id, workload.id, policy.version, digest);
    const cached = this.cache.get(key);
    const judgement = cached ?? (await this.ask(call, policy, judged));
    if (!judgement) return this.decide(call, policy, found, '');
    if (!cached) this.cache.set(key, judgement);
    const { p, reason } = judgement;
    const verdict = p >= IN_FROM ? 'in' : p <= OUT_TO ? 'out' : 'uncertain';
    const isCached = cached !== undefined;
    return this.decide(call, policy, { ...found, verdict, p, isCached }, reason);
  }

  /** Undefined where there is no verdict to be had. @throws refusals for money and rate; CallerGone */
  private async ask(
    call: RoutedCall,
    policy: ScopePolicy,
    judged: Judged,
  ): Promise<Judgement | undefined> {
    const name = `${call.principal.organisation.id} ${policy.judge}`;
    try {
      return await this.breakers.pass(name, () => this.judge.judge(call, policy, judged));
    } catch (fault) {
      if (fault instanceof CallerGone || isOfCaller(fault)) throw fault;
      this.logger.warn(
        `call ${call.callId} has no verdict of ${policy.judge}: ${fault instanceof GatewayError ? fault.key : 'it failed'}`,
        logIdsOf(call),
      );
      return undefined;
    }
  }

  private decide(
    call: RoutedCall,
    policy: ScopePolicy,
    scope: ScopeFinding,
    reason: string,
  ): Entered<GuardedCall> {
    if (policy.mode === 'block') {
      if (scope.verdict === 'none') {
        throw new PolicyRefusal('scope_guard_unavailable', {}, { scope });
      }
      const { name } = call.principal.workload;
      const unread = refusedIn(policy, scope);
      if (unread.length > 0) {
        const message = `Workload '${name}' takes only what can be judged by its scope. Nobody can judge ${unread.join(', ')}. Leave it out, or have scope.unread changed.`;
        throw new PolicyRefusal('scope_violation', { message }, { scope });
      }
      const isOut = scope.verdict === 'out';
      if (isOut || (scope.verdict === 'uncertain' && policy.uncertain === 'block')) {
        const message = `Outside the declared scope of workload '${name}': ${reason === '' ? inWords(policy, scope) : reason}`;
        throw new PolicyRefusal('scope_violation', { message }, { scope });
      }
    }
    return { call: { ...call, scope } };
  }
}

/** What a model measures or sorts, and does nothing for. */
const askingNobody = ({ operation, surface }: RoutedCall): Unjudged | null => {
  if (operation.kind === 'embed') return 'embedding';
  if (operation.kind === 'decide') return 'decision';
  if (operation.kind === 'tool') return 'tool';
  return surface === 'moderations' ? 'moderation' : null;
};

/**
 * What `block` refuses, in words for its caller. Not the middle of what is around a request (`context`):
 * it would be too dear to read, and agents have much of it.
 */
const REFUSED: ReadonlyMap<Unjudged, string> = new Map([
  ['image', 'pictures'],
  ['audio', 'sound'],
  ['document', 'files'],
  ['upload', 'uploaded files'],
  ['tokens', 'tokens in the place of text'],
  ['stored', 'what the provider keeps'],
  ['length', 'the middle of so long a turn'],
]);

const refusedIn = ({ mode, unread }: ScopePolicy, found: ScopeFinding): readonly string[] =>
  mode === 'block' && unread === 'refuse'
    ? found.unread.flatMap((kind) => REFUSED.get(kind) ?? [])
    : [];

const exceptionFor = (
  { exceptions }: ScopePolicy,
  { request }: Judged,
  { receivedAtMs }: RoutedCall,
): ScopePolicy['exceptions'][number] | undefined => {
  const said = request.toLowerCase();
  return exceptions.find(
    ({ contains, untilMs }) => receivedAtMs < untilMs && said.includes(contains),
  );
};

/** Where the judge has no words of its own. */
function inWords({ statement }: ScopePolicy, { p }: ScopeFinding): string {
  const sure = p === null ? 'nothing in it can be judged' : `confidence ${(1 - p).toFixed(2)}`;
  return `${sure}. It is for: ${statement.slice(0, STATEMENT_CHARS).toWellFormed()}`;
}
