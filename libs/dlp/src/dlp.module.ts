import { Module } from '@nestjs/common';
import { InspectInterceptor } from './inspect.interceptor.js';

/** `InstanceSecrets` is provided by the roof. */
@Module({ providers: [InspectInterceptor], exports: [InspectInterceptor] })
export class DlpModule {}
