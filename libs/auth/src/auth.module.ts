import { Module } from '@nestjs/common';
import { WorkloadsModule } from '#workloads';
import { Authenticator } from './authenticator.js';
import { RequestRate } from './request-rate.js';

@Module({
  imports: [WorkloadsModule],
  providers: [Authenticator, RequestRate],
  exports: [Authenticator, RequestRate],
})
export class AuthModule {}
