import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule } from '#audit';
import { AuthModule } from '#auth';
import { PipelineModule } from '#pipeline';
import { FoundationModule, type Foundation } from '#platform';
import { ProvidersModule } from '#providers';
import { AnswerWriter } from './http/answer-writer.js';
import { Intake } from './http/intake.js';
import { DrainState } from './operations/drain-state.js';
import { Gauges } from './operations/gauges.js';
import { HealthController } from './operations/health.controller.js';
import { MetricsController } from './operations/metrics.controller.js';
import { ReadinessProbe } from './operations/readiness-probe.js';
import { RoofModule } from './roof.module.js';
import { Background } from './start/background.js';
import { FirstRunner } from './start/first-run.js';
import { Gateway } from './start/gateway.js';
import { SandboxProcess } from './start/sandbox-process.js';
import { SettingsBoot } from './start/settings-boot.js';
import { ChatController } from './surfaces/chat/chat.controller.js';
import { HelloController } from './surfaces/hello/hello.controller.js';
import { ModelsController } from './surfaces/models/models.controller.js';
import { PassthroughController } from './surfaces/passthrough/passthrough.controller.js';

/** The roof of the API: each concern once, and what is served. */
@Module({
  imports: [RoofModule, AuthModule, PipelineModule, ProvidersModule, AuditModule],
  controllers: [
    ChatController,
    ModelsController,
    PassthroughController,
    HelloController,
    HealthController,
    MetricsController,
  ],
  providers: [
    AnswerWriter,
    Intake,
    DrainState,
    ReadinessProbe,
    Gauges,
    SettingsBoot,
    SandboxProcess,
    FirstRunner,
    Background,
    Gateway,
  ],
})
export class ApiModule {
  static forRoot(foundation: Foundation): DynamicModule {
    return { module: ApiModule, imports: [FoundationModule.forRoot(foundation)] };
  }
}
