import { Module } from '@nestjs/common';
import { AuditModule } from '#audit';
import { ContentModule } from '#content';
import { DlpModule } from '#dlp';
import { MeteringModule } from '#metering';
import { ProvidersModule } from '#providers';
import { RoutingModule } from '#routing';
import { ScopeModule } from '#scope';
import { InnerCallsModule } from './inner-calls.module.js';
import { Settling } from './settling.js';
import { OpenCalls } from './open-calls.js';
import { PassageTools } from './passage-tools.js';
import { Pipeline } from './pipeline.js';
import { Refusals } from './refusals.js';

@Module({
  imports: [
    DlpModule,
    RoutingModule,
    ScopeModule,
    ContentModule,
    InnerCallsModule,
    ProvidersModule,
    AuditModule,
    MeteringModule,
  ],
  providers: [Pipeline, PassageTools, Refusals, Settling, OpenCalls],
  exports: [Pipeline, Refusals, Settling, OpenCalls],
})
export class PipelineModule {}
