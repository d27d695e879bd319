import { Injectable } from '@nestjs/common';
import {
  AUTO_NAME,
  batchOf,
  Dispatcher,
  endpointOf,
  Interceptor,
  isLocal,
  LocalModels,
  toolServerDown,
  type Alias,
  type AutoPolicy,
  type BatchRequest,
  type Candidate,
  type Endpoint,
  type Entered,
  type ExpectedUsage,
  type InspectedCall,
  type Principal,
  type Provider,
  type RoutedCall,
} from '#call';
import {
  assert,
  Entropy,
  failed,
  refuse,
  type GatewayError,
  type JsonDocument,
  type OrganisationId,
  type Steps,
} from '#kernel';
import { storedStateIn } from '#wire';
import { BatchInputs, ProviderHealth } from '#providers';
import { AutoRoute, type AutoPlan } from './auto/auto-route.js';
import { needsOf } from './auto/needs-of.js';
import { isAllowed } from './allow-list.js';
import { chooseEndpoints, withVerdict, type Choice } from './choose-endpoints.js';
import { idOf } from './endpoint-id.js';
import type { Question } from './filters.js';
import { checkManaged } from './managed-key-rules.js';
import { ObjectGuard } from './objects/object-guard.js';
import { BatchReferences } from './objects/references.js';
import { ownKeysFirst } from './own-keys.js';
import { residencyOf } from './residency/find-residency.js';
import { residencyRefusal } from './residency/residency-refusal.js';
import { aliasOf, resolveModel, unlisted, type Resolved } from './resolve-model.js';
import { conversationOf, drawFor } from './sticky-draw.js';
import { withProvider } from './with-provider.js';

const PAUSED_RETRY_SECONDS = 30; // People resume what they paused: in minutes rather than in seconds.
const AUTO_ENDPOINTS_MAX = 3; // One that is tried, and two in its place.
const NAME_LENGTH_MAX = 200; // Longer than any model id; the name is echoed in messages.

/** Route: from the model's name to the endpoints that may serve it now, and why no others. */
@Injectable()
export class RouteInterceptor extends Interceptor<InspectedCall, RoutedCall> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly health: ProviderHealth,
    private readonly localModels: LocalModels,
    private readonly entropy: Entropy,
    private readonly objects: ObjectGuard,
    private readonly batches: BatchInputs,
    private readonly auto: AutoRoute,
  ) {
    super();
  }

  enter(call: InspectedCall): Promise<Entered<RoutedCall>> | Entered<RoutedCall> {
    const policy = autoOf(call);
    if (policy) return this.auto.plan(call, policy).then((plan) => this.lead(call, null, plan));
    const keeper = call.requestedModel === null ? this.keeperOf(call) : undefined;
    const entered = keeper ? keeper.then((name) => this.lead(call, name)) : this.lead(call, null);
    const batch = batchOf(call.operation);
    return batch ? this.leadBatch(call, batch, entered) : entered;
  }

  /**
   * A batch goes to the provider that keeps its file, once that is known to be its caller's; from then on it is a call
   * of the model that its requests name.
   */
  private async leadBatch(
    call: InspectedCall,
    batch: BatchRequest,
    entered: Entered<RoutedCall> | Promise<Entered<RoutedCall>>,
  ): Promise<Entered<RoutedCall>> {
    const { reason, endpoints } = (await entered).call.route;
    const [keeper] = endpoints;
    assert(keeper, 'a call that is led somewhere has an endpoint');
    const { organisation } = call.principal;
    const { provider } = keeper;
    const named = new BatchReferences(batch.path);
    const judge = function* (body: JsonDocument): Steps<ExpectedUsage> {
      yield* named.add(body);
      return yield* batch.judge(body);
    };
    const asked = { ...batch, judge };
    const { model, expected } = await this.batches.read(
      organisation.id,
      provider,
      asked,
      call.callerGone,
    );
    await this.objects.checkBatch(call, provider.name, named.references);
    const requested = `${provider.name}/${model}`;
    if (requested.length > NAME_LENGTH_MAX) throw refuse('model_unknown', { param: 'model' });
    const endpoint = endpointOf(provider, provider.models.get(model) ?? unlisted(model));
    const ofModel = { ...call, requestedModel: requested, expected };
    return this.leadTo(ofModel, { requested, alias: null, reason, endpoints: [endpoint] });
  }

  /** Where the caller names no provider, but an object that only one of several keeps for it. */
  private keeperOf(call: InspectedCall): Promise<string | null> | undefined {
    const { operation, principal } = call;
    if (operation.kind !== 'forward' || operation.providerName !== null) return undefined;
    const own = openTo(principal).filter(({ credential }) => credential === 'own');
    return own.length > 1 ? this.objects.keeperOf(call, own) : undefined;
  }

  /** @param keeper of the object that the path names, where that says the provider */
  private lead(
    call: InspectedCall,
    keeper: string | null,
    plan?: AutoPlan,
  ): Promise<Entered<RoutedCall>> | Entered<RoutedCall> {
    const resolved =
      call.requestedModel === null
        ? resolveProvider(call, keeper)
        : this.resolveName(call, call.requestedModel, plan?.alias);
    return this.leadTo(call, resolved, plan);
  }

  private leadTo(
    call: InspectedCall,
    resolved: Resolved,
    plan?: AutoPlan,
  ): Promise<Entered<RoutedCall>> | Entered<RoutedCall> {
    const { organisation, workload } = call.principal;
    const question: Question = {
      organisation,
      workload,
      requested: resolved.requested,
      alias: resolved.alias,
      operation: call.operation.kind,
      asks: call.operation.kind === 'decide' ? call.operation.asks : undefined,
      stored: storedStateOf(call),
      needs: plan ? needsOf(call, plan.finding.features) : null,
      nowMs: call.receivedAtMs,
    };
    const choice = chooseEndpoints(question, resolved.endpoints, {
      serves: (operation, family) => this.dispatcher.serves(operation, family),
      speaks: (protocol, provider) => this.dispatcher.speaks(protocol, provider),
      isServing: (endpoint) => this.isServing(organisation.id, endpoint),
    });
    const { candidates, endpoints: all } = withManagedRules(call, choice);
    const endpoints = plan ? all.slice(0, AUTO_ENDPOINTS_MAX) : all;
    if (endpoints.length === 0) throw this.refusal(call, candidates, question.stored);
    const { alias } = resolved;
    const reason = plan ? 'auto' : resolved.reason;
    const auto = plan?.finding ?? null;
    const residency = endpoints.every(isLocal) ? null : residencyOf(organisation);
    const routed: RoutedCall = {
      ...call,
      route: { alias, reason, candidates, endpoints, residency, auto },
    };
    const checking = this.objects.check(routed);
    const entered = { call: routed, ...this.objects.watching(routed), ...keeping(plan, endpoints) };
    return checking ? checking.then(() => entered) : entered;
  }

  private resolveName(call: InspectedCall, name: string, made: Alias | undefined): Resolved {
    if (name.length > NAME_LENGTH_MAX) throw refuse('model_unknown', { param: 'model' });
    const { principal } = call;
    const resolved = resolveModel(
      principal,
      withProvider(principal, name.trim(), call.protocol),
      this.drawOf(call),
      made,
    );
    const isPinned = resolved.alias === null;
    const endpoints = ownKeysFirst(principal.organisation, resolved.endpoints, isPinned);
    return { ...resolved, endpoints };
  }

  private isServing(organisation: OrganisationId, endpoint: Endpoint): boolean {
    return isLocal(endpoint)
      ? this.localModels.isReady(endpoint.model?.id ?? '')
      : this.health.isServing(organisation, endpoint);
  }

  /** The same for the whole of a conversation, where it is long enough to be cached by a provider. */
  private drawOf(call: InspectedCall): (alias: Alias) => number {
    return (alias) => {
      const conversation = conversationOf(call);
      return conversation === undefined
        ? this.entropy.bytes(4).readUInt32BE() / 2 ** 32
        : drawFor(call.principal.organisation.id, conversation)(alias);
    };
  }

  /** The last thing that stood in the way of the candidates that came furthest. */
  private refusal(
    call: InspectedCall,
    candidates: readonly Candidate[],
    stored: string | undefined,
  ): GatewayError {
    const unhealthy = withVerdict(candidates, 'unhealthy');
    if (unhealthy.length > 0 && unhealthy.every(isLocal)) {
      const isOcr = call.operation.kind === 'ocr';
      return failed(isOcr ? 'ocr_unavailable' : 'typed_model_unavailable', { param: 'model' });
    }
    const [first] = unhealthy;
    if (first) {
      const { id } = call.principal.organisation;
      const seconds = this.health.secondsUntilServing(id, unhealthy);
      if (call.operation.kind === 'tool') return toolServerDown(first.provider.name, seconds);
      return failed('upstream_unhealthy', {
        retryAfterSeconds: seconds,
        gw: { cause: 'all_unhealthy', attempts: [] },
      });
    }
    const paused = withVerdict(candidates, 'paused');
    if (paused.length > 0) return isPaused(paused);
    if (withVerdict(candidates, 'residency_blocked').length > 0) {
      return residencyRefusal(call.principal.organisation, call.requestedModel, candidates);
    }
    if (withVerdict(candidates, 'named_only').length > 0) return NAMED_ONLY();
    if (withVerdict(candidates, 'lacks_feature', 'context_too_small').length > 0)
      return NONE_FITS();
    if (withVerdict(candidates, 'not_capable').length > 0) {
      if (call.requestedModel === null) return notServed(candidates);
      return stored === undefined ? refuse('wire_unsupported') : notStored(stored);
    }
    const disabled = withVerdict(candidates, 'provider_disabled');
    if (disabled.length > 0) return isDisabled(disabled);
    if (call.requestedModel === null) return refuse('model_not_allowed');
    return refuse('model_not_allowed', {
      param: 'model',
      message: `The model ${call.requestedModel} is not on the allow-list of this workload. GET /v1/models lists those that are.`,
    });
  }
}

/**
 * What a call may not choose on a shared key keeps it from endpoints with one. Where there are no others it is
 * refused. @throws what `checkManaged` does
 */
function withManagedRules(call: InspectedCall, choice: Choice): Choice {
  const capable = withVerdict(choice.candidates, 'chosen', 'unhealthy', 'paused');
  const managed = capable.filter(({ provider }) => provider.credential === 'managed');
  try {
    checkManaged(call, managed);
    return choice;
  } catch (fault) {
    if (managed.length === capable.length) throw fault;
    const isKept = ({ provider }: Endpoint): boolean => provider.credential !== 'managed';
    return {
      candidates: choice.candidates.map((candidate) =>
        managed.includes(candidate.endpoint)
          ? { ...candidate, verdict: 'managed_key_rule' }
          : candidate,
      ),
      endpoints: choice.endpoints.filter(isKept),
    };
  }
}

/** Only the format of stored responses knows any. */
function storedStateOf({ operation, inspection }: InspectedCall): string | undefined {
  const { request } = inspection;
  const isAsked = operation.kind === 'chat' && operation.protocol === 'responses';
  return isAsked && request.kind === 'json' ? storedStateIn(request.document.root) : undefined;
}

const notStored = (param: string): GatewayError =>
  refuse('field_invalid', {
    param,
    message: `${param} needs a provider that keeps responses, and this model's does not. Send the whole conversation in input, and leave ${param} out.`,
  });

const notServed = (candidates: readonly Candidate[]): GatewayError =>
  refuse('wire_unsupported', {
    message: `This path names no model, and ${candidates[0]?.endpoint.provider.name} does not serve it. Say in the header x-gw-provider which provider does.`,
  });

/** Where the organisation has no alias of that name, and says where it leads. */
function autoOf({ requestedModel, principal }: InspectedCall): AutoPolicy | null {
  const name = requestedModel?.trim();
  return name === AUTO_NAME && !aliasOf(principal, name) ? principal.organisation.auto : null;
}

/** The conversation stays with what serves it; what answered in the end is known when it has. */
function keeping(
  plan: AutoPlan | undefined,
  [first]: readonly Endpoint[],
): Pick<Entered<RoutedCall>, 'leave'> {
  if (!plan || !first) return {};
  plan.keep(idOf(first)); // The next request may come before this one has left.
  return {
    leave: (outcome) => {
      if (outcome.endpoint && !outcome.error) plan.keep(idOf(outcome.endpoint));
      return outcome;
    },
  };
}

const NONE_FITS = (): GatewayError =>
  refuse('field_invalid', {
    param: 'model',
    message: `No model that ${AUTO_NAME} may lead to takes this request: it is too long for them, or needs what they do not do. Name a model that does.`,
  });

const NAMED_ONLY = (): GatewayError =>
  refuse('own_key_required', {
    param: 'model',
    message:
      'A typed model of a provider is asked by its own name, <provider>/<model>, and with a key of your own. No alias leads to it.',
  });

const isPaused = (endpoints: readonly Endpoint[]): GatewayError =>
  failed('upstream_unhealthy', {
    message: `An operator has paused ${endpoints.map(idOf).join(', ')}. Try again later, or take another model.`,
    retryAfterSeconds: PAUSED_RETRY_SECONDS,
    gw: { cause: 'paused', attempts: [] },
  });

function isDisabled(endpoints: readonly Endpoint[]): GatewayError {
  const names = [...new Set(endpoints.map(({ provider }) => provider.name))].join(', ');
  return refuse('model_not_allowed', {
    message: `Nothing is sent to ${names} any more: an administrator has disabled it.`,
  });
}

const UNNAMED = { requested: null, alias: null } as const;

/** Files, stored responses and the like: the caller names a provider, or there is only one. */
function resolveProvider({ operation, principal }: InspectedCall, keeper: string | null): Resolved {
  const asked = (operation.kind === 'forward' ? operation.providerName : null) ?? keeper;
  const name = asked ?? principal.organisation.defaultProvider;
  if (name === null) {
    return { ...UNNAMED, reason: 'only_provider', endpoints: [onlyOne(principal)] };
  }
  const provider = principal.organisation.providers.get(name);
  if (!provider) {
    throw refuse('model_unknown', {
      message: `There is no provider ${name}. Take one of GET /v1/models: what stands before the slash.`,
    });
  }
  if (!isAllowed(principal.workload, `${name}/*`)) throw refuse('model_not_allowed');
  if (provider.credential !== 'own') throw refuse('own_key_required');
  return {
    ...UNNAMED,
    reason: asked ? 'chosen_provider' : 'default_provider',
    endpoints: [endpointOf(provider, null)],
  };
}

/** Where only one provider may be meant, nobody has to say which. */
function onlyOne(principal: Principal): Endpoint {
  const open = openTo(principal);
  const [provider, ...others] = open.filter(({ credential }) => credential === 'own');
  if (!provider) throw refuse(open.length > 0 ? 'own_key_required' : 'model_not_allowed');
  if (others.length > 0) {
    const names = [provider, ...others].map(({ name }) => name).join(', ');
    throw refuse('provider_unchosen', {
      message: `This path names no model. Say in the header x-gw-provider which of these serves it: ${names}.`,
    });
  }
  return endpointOf(provider, null);
}

const openTo = (principal: Principal): readonly Provider[] =>
  [...principal.organisation.providers.values()].filter((one) => isOpen(principal, one));

const isOpen = ({ workload }: Principal, { name, isEnabled }: Provider): boolean =>
  isEnabled && isAllowed(workload, `${name}/*`);
