import { Module } from '@nestjs/common';
import { Dispatcher } from '#call';
import { ProviderHealth } from './health/provider-health.js';
import { HttpClient } from './http/http-client.js';
import { ProviderDispatcher } from './provider.dispatcher.js';

@Module({
  providers: [HttpClient, ProviderHealth, { provide: Dispatcher, useClass: ProviderDispatcher }],
  exports: [ProviderHealth, Dispatcher],
})
export class ProvidersModule {}
