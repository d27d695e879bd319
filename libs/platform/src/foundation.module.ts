import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Clock, Entropy, Ids, SystemClock, SystemEntropy } from '#kernel';
import { AnswerRoom } from './answer-room.js';
import { Config } from './config/environment.js';
import { Database } from './database/database.js';
import { InstanceSecrets } from './instance-secrets.js';
import { Jobs } from './jobs/jobs.js';
import { postgresJobs } from './jobs/postgres-jobs.js';
import { redisJobs } from './jobs/redis-jobs.js';
import { OutboundClient } from './outbound/outbound-client.js';
import { Outbox } from './outbox/outbox.js';
import { Nudges } from './redis/nudges.js';
import { RedisLink } from './redis/redis-link.js';
import { ReplicaId } from './replica-id.js';
import { Vault } from './vault.js';

/** What exists before the modules do: opened by `main.ts`, or by a test. */
export interface Foundation {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: InstanceSecrets;
  /** Null: all that replicas share lies in PostgreSQL. */
  readonly redis: RedisLink | null;
  readonly clock?: Clock;
  readonly entropy?: Entropy;
}

@Global()
@Module({})
export class FoundationModule {
  static forRoot(foundation: Foundation): DynamicModule {
    const clock = foundation.clock ?? new SystemClock();
    const entropy = foundation.entropy ?? new SystemEntropy();
    const ids = new Ids(clock, entropy);
    const providers = [
      { provide: Clock, useValue: clock },
      { provide: Entropy, useValue: entropy },
      { provide: Ids, useValue: ids },
      { provide: Database, useValue: foundation.database },
      { provide: RedisLink, useValue: foundation.redis },
      { provide: Nudges, useValue: new Nudges(foundation.redis) },
      { provide: InstanceSecrets, useValue: foundation.secrets },
      { provide: Vault, useValue: new Vault(foundation.secrets, entropy) },
      { provide: Jobs, useValue: new Jobs(jobBackendOf(foundation, clock), clock) },
      { provide: Outbox, useValue: new Outbox(foundation.database, clock) },
      {
        provide: OutboundClient,
        useFactory: () => new OutboundClient(foundation.config.outboundHosts, clock),
      },
      { provide: AnswerRoom, useValue: new AnswerRoom(clock) },
      { provide: ReplicaId, useValue: new ReplicaId(ids.callId()) },
      {
        provide: Config,
        inject: [ConfigService],
        useFactory: (service: ConfigService) => service.getOrThrow<Config>('gateway'),
      },
    ];
    const settings = ConfigModule.forRoot({
      ignoreEnvFile: true,
      load: [() => ({ gateway: foundation.config })],
    });
    return { module: FoundationModule, imports: [settings], providers, exports: providers };
  }
}

/** Beside the counters: in Redis where there is one. It connects when it is used. */
function jobBackendOf({ config, redis, database }: Foundation, clock: Clock) {
  return redis && config.redisUrl
    ? redisJobs(config.redisUrl.reveal(), clock)
    : postgresJobs(() => database.url);
}
