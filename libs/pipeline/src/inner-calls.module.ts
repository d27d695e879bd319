import { Global, Module } from '@nestjs/common';
import { InnerCalls } from '#call';
import { OwnPipeline } from './own-pipeline.js';

/** Steps of the pipeline ask for it, which are below. */
@Global()
@Module({ providers: [{ provide: InnerCalls, useClass: OwnPipeline }], exports: [InnerCalls] })
export class InnerCallsModule {}
