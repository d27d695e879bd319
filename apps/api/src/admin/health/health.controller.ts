import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Sealer } from '#audit';
import { Directory } from '#call';
import { OperatorModel } from '#dlp';
import { readEndpoints, readQueues, readReplicas } from '#insight';
import type { Actor } from '#members';
import { Database, ReplicaId } from '#platform';
import { ProviderHealth } from '#providers';
import { TypedModels } from '#typed';
import { listPauses, type Pause } from '#workloads';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { HealthView } from './health.dto.js';

type Endpoint = {
  -readonly [Name in keyof HealthView['endpoints'][number]]: HealthView['endpoints'][number][Name];
};

/** How providers, queues and replicas are doing. */
@ApiTags('Health')
@AdminController('health')
export class AdminHealthController {
  constructor(
    private readonly database: Database,
    private readonly directory: Directory,
    private readonly health: ProviderHealth,
    private readonly sealer: Sealer,
    private readonly replica: ReplicaId,
    private readonly names: OperatorModel,
    private readonly typedModels: TypedModels,
  ) {}

  /** Endpoints that are configured or were called, what waits, and which processes run. */
  @Get()
  @Allow('system:read')
  @ApiOkResponse({ type: HealthView })
  async read(@Caller() { organisationId }: Actor): Promise<HealthView> {
    const [uses, queues, replicas, pauses] = await Promise.all([
      readEndpoints(this.database, organisationId),
      readQueues(this.database, organisationId),
      readReplicas(this.database),
      listPauses(this.database, organisationId),
    ]);
    const endpoints = new Map<string, Endpoint>();
    const put = (provider: string, model: string, more: Partial<Endpoint>) => {
      const key = `${provider}/${model}`;
      endpoints.set(key, { ...(endpoints.get(key) ?? blank(provider, model)), ...more });
    };
    const organisation = this.directory.organisation(organisationId);
    for (const provider of organisation?.providers.values() ?? []) {
      for (const model of provider.models.values()) put(provider.name, model.id, {});
    }
    for (const use of uses) {
      put(use.provider, use.model.slice(use.provider.length + 1), {
        requests: use.requests,
        error_rate: use.requests === 0 ? null : use.failed / use.requests,
        latency_p95_ms: use.latencyP95,
        last_success_at: use.lastSuccessAt,
      });
    }
    for (const one of organisation ? this.health.statesOf(organisation) : []) {
      const { provider, model, state, msUntilServing } = one;
      const seconds = Math.max(0, Math.ceil(msUntilServing / 1_000));
      put(provider, model, { breaker: state, retry_in_seconds: seconds });
    }
    const shownOf = new Set([...endpoints.values()].map(({ provider }) => provider));
    for (const { provider, model } of pauses) {
      if (model !== '' || !shownOf.has(provider)) put(provider, model, {});
    }
    const paused = new Map(pauses.map((one) => [`${one.provider}/${one.model}`, one]));
    const shown = [...endpoints.values()].map((one) => {
      const pause =
        paused.get(`${one.provider}/`) ?? paused.get(`${one.provider}/${one.model}`) ?? null;
      return { ...one, pause: pause && pauseView(pause) };
    });
    return {
      sealer: this.sealer.state,
      endpoints: shown,
      local_models: this.localModels(),
      queues: queues.map(({ oldestAt, ...queue }) => ({ ...queue, oldest_at: oldestAt })),
      replicas: replicas.map(({ id, version, startedAt, seenAt, openCalls }) => ({
        id,
        answers: id === this.replica.value,
        version,
        started_at: startedAt,
        seen_at: seenAt,
        open_calls: openCalls,
      })),
    };
  }

  private localModels(): HealthView['local_models'] {
    const typed = this.typedModels.states
      .filter(({ state }) => state !== 'off')
      .map(({ model, state, fault, processes: ready, processesMax, busy, waiting, revision }) => ({
        model,
        state: state === 'restarting' ? 'down' : state,
        fault,
        ready,
        processes_max: processesMax,
        busy,
        waiting,
        fingerprint: revision ?? '',
      }));
    const { load } = this.names;
    if (!load) return typed;
    const { ready, processesMax, busy, waiting, fingerprint } = load;
    const names = {
      model: 'names',
      state: ready > 0 ? 'ready' : 'down',
      fault: null,
      ready,
      processes_max: processesMax,
      busy,
      waiting,
      fingerprint,
    };
    return [names, ...typed];
  }
}

const pauseView = ({ model, reason, at, memberName }: Pause) => ({
  of_provider: model === '',
  reason,
  at,
  by: memberName,
});

const blank = (provider: string, model: string): Endpoint => ({
  provider,
  model,
  breaker: 'closed',
  retry_in_seconds: 0,
  requests: 0,
  error_rate: null,
  latency_p95_ms: null,
  last_success_at: null,
  pause: null,
});
