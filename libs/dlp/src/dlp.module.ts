import { Module } from '@nestjs/common';
import { InspectInterceptor } from './inspect.interceptor.js';

/** `InstanceSecrets` comes from platform's `FoundationModule`, which is global. */
@Module({ providers: [InspectInterceptor], exports: [InspectInterceptor] })
export class DlpModule {}
