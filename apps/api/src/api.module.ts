import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule } from '#audit';
import { AuthModule } from '#auth';
import { OperationsModule } from '#operations';
import { DlpModule } from '#dlp';
import { KnowledgeModule } from '#knowledge';
import { PipelineModule } from '#pipeline';
import { FoundationModule, type Foundation } from '#platform';
import { ProvidersModule } from '#providers';
import { RoutingModule } from '#routing';
import { AdminModule } from './admin/admin.module.js';
import { AuditLogController } from './audit/audit-log.controller.js';
import { CallsModule } from './http/calls.module.js';
import { KeyRequests } from './http/key-requests.js';
import { CallReadings } from './operations/call-readings.js';
import { Drain } from './operations/drain.js';
import { HealthController } from './operations/health.controller.js';
import { MetricsController } from './operations/metrics.controller.js';
import { ReadinessProbe } from './operations/readiness-probe.js';
import { RevokedKeys } from './operations/revoked-keys.js';
import { SharedMetrics } from './operations/shared-metrics.js';
import { FirstRunner } from './start/first-run.js';
import { Gateway } from './start/gateway.js';
import { SandboxProcess } from './start/sandbox-process.js';
import { ChatController } from './surfaces/chat/chat.controller.js';
import { GeminiModelsController } from './surfaces/gemini/gemini-models.controller.js';
import { AnonymizeController } from './surfaces/documents/anonymize.controller.js';
import { Downloads } from './surfaces/documents/downloads.js';
import { AnonymizeJobsController } from './surfaces/documents/jobs.controller.js';
import { GeminiController } from './surfaces/gemini/gemini.controller.js';
import { HelloController } from './surfaces/hello/hello.controller.js';
import { KnowledgeController } from './surfaces/knowledge/knowledge.controller.js';
import { McpController } from './surfaces/mcp/mcp.controller.js';
import { MessagesController } from './surfaces/messages/messages.controller.js';
import { MessagesModelsController, ModelsController } from './surfaces/models/models.controller.js';
import { OcrController } from './surfaces/ocr/ocr.controller.js';
import { PassthroughController } from './surfaces/passthrough/passthrough.controller.js';
import { ResponsesController } from './surfaces/responses/responses.controller.js';
import { SystemOneController } from './surfaces/systemone/systemone.controller.js';

/** Each concern once, and what is served. */
@Module({
  imports: [
    OperationsModule,
    AuthModule,
    PipelineModule,
    ProvidersModule,
    RoutingModule,
    AuditModule,
    DlpModule,
    KnowledgeModule,
    AdminModule,
    CallsModule,
  ],
  controllers: [
    ChatController,
    MessagesController,
    ModelsController,
    MessagesModelsController,
    GeminiController,
    GeminiModelsController,
    ResponsesController,
    OcrController,
    SystemOneController,
    McpController,
    AnonymizeController,
    AnonymizeJobsController,
    KnowledgeController,
    PassthroughController,
    HelloController,
    HealthController,
    MetricsController,
    AuditLogController,
  ],
  providers: [
    KeyRequests,
    Drain,
    ReadinessProbe,
    RevokedKeys,
    Downloads,
    CallReadings,
    SharedMetrics,
    SandboxProcess,
    FirstRunner,
    Gateway,
  ],
})
export class ApiModule {
  static forRoot(foundation: Foundation): DynamicModule {
    return { module: ApiModule, imports: [FoundationModule.forRoot(foundation)] };
  }
}
