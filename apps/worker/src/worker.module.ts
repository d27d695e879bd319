import { Module, type DynamicModule } from '@nestjs/common';
import { OperationsModule } from '#operations';
import { FoundationModule, type Foundation } from '#platform';

/** The same concerns as in the API; the worker differs in what it serves, which is no call. */
@Module({ imports: [OperationsModule] })
export class WorkerModule {
  static forRoot(foundation: Foundation): DynamicModule {
    return { module: WorkerModule, imports: [FoundationModule.forRoot(foundation)] };
  }
}
