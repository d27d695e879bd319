import { Module } from '@nestjs/common';
import { ProvidersModule } from '#providers';
import { AutoRoute } from './auto/auto-route.js';
import { KnownTargets } from './known-targets.js';
import { ObjectGuard } from './objects/object-guard.js';
import { ReachableModels } from './reachable-models.js';
import { RouteInterceptor } from './route.interceptor.js';

@Module({
  imports: [ProvidersModule],
  providers: [AutoRoute, KnownTargets, ObjectGuard, RouteInterceptor, ReachableModels],
  exports: [KnownTargets, RouteInterceptor, ReachableModels],
})
export class RoutingModule {}
