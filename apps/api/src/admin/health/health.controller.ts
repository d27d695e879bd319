import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Sealer } from '#audit';
import { Directory } from '#call';
import { readEndpoints, readQueues, readReplicas } from '#insight';
import type { Actor } from '#members';
import { Database, ReplicaId } from '#platform';
import { ProviderHealth } from '#providers';
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
  ) {}

  /** Endpoints that are configured or were called, what waits, and which processes run. */
  @Get()
  @Allow('system:read')
  @ApiOkResponse({ type: HealthView })
  async read(@Caller() { organisationId }: Actor): Promise<HealthView> {
    const [uses, queues, replicas] = await Promise.all([
      readEndpoints(this.database, organisationId),
      readQueues(this.database, organisationId),
      readReplicas(this.database),
    ]);
    const endpoints = new Map<string, Endpoint>();
    const put = (provider: string, model: string, more: Partial<Endpoint>) => {
      const key = `${provider}/${model}`;
      endpoints.set(key, { ...(endpoints.get(key) ?? blank(provider, model)), ...more });
    };
    for (const provider of this.directory.organisation(organisationId)?.providers.values() ?? []) {
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
    for (const { provider, model, state, msUntilServing } of this.health.statesOf(organisationId)) {
      const seconds = Math.max(0, Math.ceil(msUntilServing / 1_000));
      put(provider, model, { breaker: state, retry_in_seconds: seconds });
    }
    return {
      sealer: this.sealer.state,
      endpoints: [...endpoints.values()],
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
}

const blank = (provider: string, model: string): Endpoint => ({
  provider,
  model,
  breaker: 'closed',
  retry_in_seconds: 0,
  requests: 0,
  error_rate: null,
  latency_p95_ms: null,
  last_success_at: null,
});
