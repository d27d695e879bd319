import { Module } from '@nestjs/common';
import { ProvidersModule } from '#providers';
import { ObjectGuard } from './objects/object-guard.js';
import { RouteInterceptor } from './route.interceptor.js';

@Module({
  imports: [ProvidersModule],
  providers: [ObjectGuard, RouteInterceptor],
  exports: [RouteInterceptor],
})
export class RoutingModule {}
