import { Injectable } from '@nestjs/common';
import {
  Dispatcher,
  endpointOf,
  Interceptor,
  type Alias,
  type Candidate,
  type Endpoint,
  type Entered,
  type InspectedCall,
  type Principal,
  type Provider,
  type RoutedCall,
} from '#call';
import { Entropy, failed, refuse, type GatewayError } from '#kernel';
import { storedStateIn } from '#wire';
import { ProviderHealth } from '#providers';
import { isAllowed } from './allow-list.js';
import { chooseEndpoints, withVerdict, type Choice } from './choose-endpoints.js';
import type { Question } from './filters.js';
import { checkManaged } from './managed-key-rules.js';
import { ObjectGuard } from './objects/object-guard.js';
import { ownKeysFirst } from './own-keys.js';
import { residencyOf } from './residency/find-residency.js';
import { residencyRefusal } from './residency/residency-refusal.js';
import { resolveModel, type Resolved } from './resolve-model.js';
import { conversationOf, drawFor } from './sticky-draw.js';
import { withProvider } from './with-provider.js';

const NAME_LENGTH_MAX = 200; // Longer than any model id; the name is echoed in messages.

/** Route: from the model's name to the endpoints that may serve it now, and why no others. */
@Injectable()
export class RouteInterceptor extends Interceptor<InspectedCall, RoutedCall> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly health: ProviderHealth,
    private readonly entropy: Entropy,
    private readonly objects: ObjectGuard,
  ) {
    super();
  }

  enter(call: InspectedCall): Promise<Entered<RoutedCall>> | Entered<RoutedCall> {
    const keeper = call.requestedModel === null ? this.keeperOf(call) : undefined;
    return keeper ? keeper.then((name) => this.lead(call, name)) : this.lead(call, null);
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
  ): Promise<Entered<RoutedCall>> | Entered<RoutedCall> {
    const resolved =
      call.requestedModel === null
        ? resolveProvider(call, keeper)
        : this.resolveName(call, call.requestedModel);
    const { organisation, workload } = call.principal;
    const question: Question = {
      organisation,
      workload,
      requested: resolved.requested,
      alias: resolved.alias,
      operation: call.operation.kind,
      stored: storedStateOf(call),
      nowMs: call.receivedAtMs,
    };
    const choice = chooseEndpoints(question, resolved.endpoints, {
      serves: (operation, family) => this.dispatcher.serves(operation, family),
      speaks: (protocol, provider) => this.dispatcher.speaks(protocol, provider),
      isServing: (endpoint) => this.health.isServing(organisation.id, endpoint),
    });
    const { candidates, endpoints } = withManagedRules(call, choice);
    if (endpoints.length === 0) throw this.refusal(call, candidates, question.stored);
    const { alias, reason } = resolved;
    const residency = residencyOf(organisation);
    const routed = { ...call, route: { alias, reason, candidates, endpoints, residency } };
    const checking = this.objects.check(routed);
    const entered = { call: routed, ...this.objects.watching(routed) };
    return checking ? checking.then(() => entered) : entered;
  }

  private resolveName(call: InspectedCall, name: string): Resolved {
    if (name.length > NAME_LENGTH_MAX) throw refuse('model_unknown', { param: 'model' });
    const { principal } = call;
    const resolved = resolveModel(
      principal,
      withProvider(principal, name.trim(), call.protocol),
      this.drawOf(call),
    );
    const isPinned = resolved.alias === null;
    const endpoints = ownKeysFirst(principal.organisation, resolved.endpoints, isPinned);
    return { ...resolved, endpoints };
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
    if (unhealthy.length > 0) {
      const { id } = call.principal.organisation;
      return failed('upstream_unhealthy', {
        retryAfterSeconds: this.health.secondsUntilServing(id, unhealthy),
        gw: { cause: 'all_unhealthy', attempts: [] },
      });
    }
    if (withVerdict(candidates, 'residency_blocked').length > 0) {
      return residencyRefusal(call.principal.organisation, call.requestedModel, candidates);
    }
    if (withVerdict(candidates, 'not_capable').length > 0) {
      if (call.requestedModel === null) return notServed(candidates);
      return stored === undefined ? refuse('wire_unsupported') : notStored(stored);
    }
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
  const capable = withVerdict(choice.candidates, 'chosen', 'unhealthy');
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
  if (!isOpen(principal, provider)) throw refuse('model_not_allowed');
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

const isOpen = ({ workload }: Principal, { name }: Provider): boolean =>
  isAllowed(workload, `${name}/*`);
