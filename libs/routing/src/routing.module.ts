import { Module } from '@nestjs/common';
import { ProvidersModule } from '#providers';
import { RouteInterceptor } from './route.interceptor.js';

@Module({
  imports: [ProvidersModule],
  providers: [RouteInterceptor],
  exports: [RouteInterceptor],
})
export class RoutingModule {}
