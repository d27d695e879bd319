import { Module } from '@nestjs/common';
import { AnswerRoom } from './answer-room.js';
import { EndpointOpener } from './endpoint-opener.js';
import { FamilyTable } from './family-table.js';
import { ProviderHealth } from './health/provider-health.js';
import { HttpClient } from './http/http-client.js';
import { AccessTokens } from './oauth/access-tokens.js';
import { Repairs } from './repairs/repairs.js';
import { TranslationThread } from './translation/translation-thread.js';
import { ProviderDispatcher } from './provider.dispatcher.js';

/** `Credentials` comes from the roof, which binds it to the workloads' own. */
@Module({
  providers: [
    HttpClient,
    ProviderHealth,
    TranslationThread,
    FamilyTable,
    AnswerRoom,
    AccessTokens,
    EndpointOpener,
    Repairs,
    ProviderDispatcher,
  ],
  exports: [AnswerRoom, ProviderHealth, Repairs, ProviderDispatcher],
})
export class ProvidersModule {}
