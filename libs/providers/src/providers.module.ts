import { Module } from '@nestjs/common';
import { AnswerRoom } from './answer-room.js';
import { FamilyTable } from './family-table.js';
import { ProviderHealth } from './health/provider-health.js';
import { HttpClient } from './http/http-client.js';
import { ProviderDispatcher } from './provider.dispatcher.js';

/** `Credentials` comes from the roof, which binds it to the workloads' own. */
@Module({
  providers: [HttpClient, ProviderHealth, FamilyTable, AnswerRoom, ProviderDispatcher],
  exports: [AnswerRoom, ProviderHealth, ProviderDispatcher],
})
export class ProvidersModule {}
