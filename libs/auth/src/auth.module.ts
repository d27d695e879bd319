import { Module } from '@nestjs/common';
import { WorkloadsModule } from '#workloads';
import { Authenticator } from './authenticator.js';

@Module({
  imports: [WorkloadsModule],
  providers: [Authenticator],
  exports: [Authenticator],
})
export class AuthModule {}
