import { Injectable } from '@nestjs/common';
import { Interceptor, type Endpoint, type InspectedCall, type Route, type RoutedCall } from '#call';
import { Entropy, failed, refuse } from '#kernel';
import { families, ProviderHealth } from '#providers';
import { isAllowed } from './allow-list.js';
import { checkManaged } from './managed-key-rules.js';
import { resolveModel } from './resolve-model.js';

const NAME_LENGTH_MAX = 200; // Longer than any model id; the name is echoed in messages.

/** Route: from the model's name to the endpoints that may serve it now. */
@Injectable()
export class RouteInterceptor extends Interceptor<InspectedCall, RoutedCall> {
  constructor(
    private readonly health: ProviderHealth,
    private readonly entropy: Entropy,
  ) {
    super();
  }

  enter(call: InspectedCall): RoutedCall {
    const route =
      call.requestedModel === null
        ? this.routeWithoutModel(call)
        : this.routeModel(call, call.requestedModel);
    const speaking = route.endpoints.filter(({ provider }) =>
      families[provider.family].speaks.has(call.wire),
    );
    if (speaking.length === 0) throw refuse('wire_unsupported');
    if (speaking.some(({ provider }) => provider.credential === 'managed')) checkManaged(call);
    const { organisation } = call.principal;
    const serving = speaking.filter((endpoint) => this.health.isServing(organisation.id, endpoint));
    if (serving.length === 0) {
      throw failed('upstream_unhealthy', {
        retryAfterSeconds: this.health.secondsUntilServing(organisation.id, speaking),
        gw: { cause: 'all_unhealthy', attempts: [] },
      });
    }
    return { ...call, route: { ...route, endpoints: serving } };
  }

  private routeModel(call: InspectedCall, name: string): Route {
    const { organisation, workload } = call.principal;
    if (name.length > NAME_LENGTH_MAX) throw refuse('model_unknown', { param: 'model' });
    const route = resolveModel(
      organisation,
      name,
      () => this.entropy.bytes(4).readUInt32BE() / 2 ** 32,
    );
    if (isAllowed(workload, name)) return route;
    // An alias that is not listed may still lead to models that are.
    const endpoints = route.alias
      ? route.endpoints.filter((target) => isAllowed(workload, idOf(target)))
      : [];
    if (endpoints.length > 0) return { ...route, endpoints };
    throw refuse('model_not_allowed', {
      param: 'model',
      message: `The model ${name} is not on the allow-list of this workload.`,
    });
  }

  /** Files, stored responses and the like: the caller names a provider, or there is only one. */
  private routeWithoutModel(call: InspectedCall): Route {
    const { organisation } = call.principal;
    const name = call.requestedProvider ?? organisation.defaultProvider;
    if (name === null) throw refuse('provider_unchosen');
    const provider = organisation.providers.get(name);
    if (!provider) {
      throw refuse('model_unknown', { message: `There is no provider ${name}.` });
    }
    if (!isAllowed(call.principal.workload, `${name}/*`)) throw refuse('model_not_allowed');
    if (provider.credential !== 'own') throw refuse('own_key_required');
    const reason = call.requestedProvider ? 'chosen_provider' : 'default_provider';
    return { alias: null, reason, endpoints: [{ provider, model: null }] };
  }
}

const idOf = ({ provider, model }: Endpoint): string => `${provider.name}/${model?.id ?? '*'}`;
