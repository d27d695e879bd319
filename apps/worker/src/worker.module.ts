import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AuditModule } from '#audit';
import { MeteringModule } from '#metering';
import { FoundationModule, type Foundation } from '#platform';
import { WorkloadsModule } from '#workloads';

/** The same concerns as in the API; the worker differs in what it serves, which is no call. */
@Global()
@Module({ imports: [WorkloadsModule, MeteringModule], exports: [WorkloadsModule, MeteringModule] })
class RoofModule {}

@Module({ imports: [RoofModule, AuditModule] })
export class WorkerModule {
  static forRoot(foundation: Foundation): DynamicModule {
    return { module: WorkerModule, imports: [FoundationModule.forRoot(foundation)] };
  }
}
