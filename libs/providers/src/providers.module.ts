import { Module } from '@nestjs/common';
import { Clock } from '#kernel';
import { Nudges, RedisLink } from '#platform';
import { AnswerReader } from './attempts/answer-reader.js';
import { AttemptSender } from './attempts/attempt-sender.js';
import { PartsSender } from './attempts/parts-sender.js';
import { BackgroundProbe } from './background-probe.js';
import { BatchInputs } from './batches/batch-inputs.js';
import { BatchProbe } from './batches/batch-probe.js';
import { EndpointOpener } from './endpoint-opener.js';
import { FamilyTable } from './family-table.js';
import { ProviderHealth } from './health/provider-health.js';
import { SharedBreakers } from './health/shared-breakers.js';
import { HttpClient } from './http/http-client.js';
import { AccessTokens } from './oauth/access-tokens.js';
import { Repairs } from './repairs/repairs.js';
import { AnswerTexts } from './translation/answer-texts.js';
import { TranslationThread } from './translation/translation-thread.js';
import { ProviderReads } from './provider-reads.js';
import { ProviderTest } from './provider-test.js';
import { ProviderDispatcher } from './provider.dispatcher.js';

/** `Credentials` comes from the roof, which binds it to the workloads' own. */
@Module({
  providers: [
    HttpClient,
    ProviderHealth,
    {
      provide: SharedBreakers,
      inject: [ProviderHealth, RedisLink, Nudges, Clock],
      useFactory: (health: ProviderHealth, redis: RedisLink | null, nudges: Nudges, clock: Clock) =>
        new SharedBreakers(health, redis, nudges, clock),
    },
    TranslationThread,
    AnswerTexts,
    FamilyTable,
    AccessTokens,
    EndpointOpener,
    Repairs,
    AnswerReader,
    PartsSender,
    AttemptSender,
    ProviderDispatcher,
    ProviderReads,
    BackgroundProbe,
    BatchInputs,
    BatchProbe,
    ProviderTest,
  ],
  exports: [
    BackgroundProbe,
    BatchInputs,
    BatchProbe,
    ProviderTest,
    AnswerTexts,
    ProviderHealth,
    SharedBreakers,
    Repairs,
    ProviderDispatcher,
  ],
})
export class ProvidersModule {}
