import { Injectable } from '@nestjs/common';
import {
  Dispatcher,
  endpointOf,
  Interceptor,
  type Candidate,
  type Endpoint,
  type Entered,
  type InspectedCall,
  type Principal,
  type Provider,
  type RoutedCall,
  type RouteVerdict,
} from '#call';
import { Entropy, failed, refuse, type GatewayError } from '#kernel';
import { storedStateIn } from '#wire';
import { ProviderHealth } from '#providers';
import { isAllowed } from './allow-list.js';
import { checkManaged } from './managed-key-rules.js';
import { ObjectGuard } from './objects/object-guard.js';
import { resolveModel, type Resolved } from './resolve-model.js';
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
    const stored = storedStateOf(call);
    const candidates = resolved.endpoints.map((endpoint): Candidate => ({
      endpoint,
      verdict: this.verdictOn(call, resolved, endpoint, stored),
    }));
    const capable = withVerdict(candidates, 'chosen', 'unhealthy');
    const managed = capable.filter(({ provider }) => provider.credential === 'managed');
    checkManaged(call, managed);
    const endpoints = withVerdict(candidates, 'chosen');
    if (endpoints.length === 0) throw this.refusal(call, candidates, stored);
    const routed = { ...call, route: { ...resolved, candidates, endpoints } };
    const checking = this.objects.check(routed);
    const entered = { call: routed, ...this.objects.watching(routed) };
    return checking ? checking.then(() => entered) : entered;
  }

  private resolveName(call: InspectedCall, name: string): Resolved {
    if (name.length > NAME_LENGTH_MAX) throw refuse('model_unknown', { param: 'model' });
    const { organisation } = call.principal;
    return resolveModel(
      organisation,
      withProvider(organisation, name, call.protocol),
      () => this.entropy.bytes(4).readUInt32BE() / 2 ** 32,
    );
  }

  /** @param stored what the call wants of a provider's own memory, as the path of a member */
  private verdictOn(
    call: InspectedCall,
    resolved: Resolved,
    endpoint: Endpoint,
    stored: string | undefined,
  ): RouteVerdict {
    const { organisation, workload } = call.principal;
    // A listed alias may lead anywhere; one that is not listed, to models that are.
    const isListed = isAllowed(workload, call.requestedModel ?? idOf(endpoint));
    if (!isListed && !(resolved.alias && isAllowed(workload, idOf(endpoint)))) return 'not_allowed';
    const { provider } = endpoint;
    if (!this.dispatcher.serves(call.operation.kind, provider.family)) return 'not_capable';
    if (stored !== undefined && !this.dispatcher.speaks('responses', provider)) {
      return 'not_capable';
    }
    return this.health.isServing(organisation.id, endpoint) ? 'chosen' : 'unhealthy';
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

const withVerdict = (
  candidates: readonly Candidate[],
  ...verdicts: readonly RouteVerdict[]
): readonly Endpoint[] =>
  candidates.filter(({ verdict }) => verdicts.includes(verdict)).map(({ endpoint }) => endpoint);

/** Files, stored responses and the like: the caller names a provider, or there is only one. */
function resolveProvider({ operation, principal }: InspectedCall, keeper: string | null): Resolved {
  const asked = (operation.kind === 'forward' ? operation.providerName : null) ?? keeper;
  const name = asked ?? principal.organisation.defaultProvider;
  if (name === null) {
    return { alias: null, reason: 'only_provider', endpoints: [onlyOne(principal)] };
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
    alias: null,
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

const idOf = ({ provider, model }: Endpoint): string => `${provider.name}/${model?.id ?? '*'}`;
