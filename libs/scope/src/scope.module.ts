import { Module } from '@nestjs/common';
import { ScopeJudge } from './judge.js';
import { ModelJudge } from './model-judge.js';
import { ScopeInterceptor } from './scope.interceptor.js';

/** `InnerCalls` comes from the pipeline, which is above: it finds itself when it is first asked. */
@Module({
  providers: [{ provide: ScopeJudge, useClass: ModelJudge }, ScopeInterceptor],
  exports: [ScopeInterceptor],
})
export class ScopeModule {}
