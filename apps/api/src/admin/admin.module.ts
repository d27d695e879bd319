import { Module } from '@nestjs/common';
import { MembersModule } from '#members';
import { OperationsModule } from '#operations';
import { AdminLog } from './http/admin-log.js';
import { Admission } from './http/admission.js';
import { SessionController } from './session/session.controller.js';
import { SetUpController } from './session/set-up.controller.js';
import { WorkloadsController } from './workloads/workloads.controller.js';

/** The admin API, `/admin/v1`: what the Console and programs manage the gateway by. */
@Module({
  imports: [OperationsModule, MembersModule],
  controllers: [SetUpController, SessionController, WorkloadsController],
  providers: [Admission, AdminLog],
  exports: [MembersModule],
})
export class AdminModule {}
