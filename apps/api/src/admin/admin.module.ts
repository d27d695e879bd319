import { Module } from '@nestjs/common';
import { AuditModule } from '#audit';
import { ContentModule } from '#content';
import { DlpModule } from '#dlp';
import { KnowledgeModule } from '#knowledge';
import { MembersModule } from '#members';
import { OperationsModule } from '#operations';
import { ProvidersModule } from '#providers';
import { RoutingModule } from '#routing';
import { CallsModule } from '../http/calls.module.js';
import { AdminLog } from './http/admin-log.js';
import { Admission } from './http/admission.js';
import { AccountController } from './people/account.controller.js';
import { InvitesController } from './people/invites.controller.js';
import { MailboxController } from './people/mailbox.controller.js';
import { MembersController } from './people/members.controller.js';
import { OidcController } from './people/oidc.controller.js';
import { RecoveryController } from './people/recovery.controller.js';
import { SecurityController } from './people/security.controller.js';
import { TokensController } from './people/tokens.controller.js';
import { Idempotency } from './http/idempotency.js';
import { READ_CONTROLLERS, READ_PROVIDERS } from './reads.js';
import { RESOURCE_PROVIDERS, RESOURCES } from './resources.js';
import { SessionController } from './session/session.controller.js';
import { SetUpController } from './session/set-up.controller.js';
import { WorkloadsController } from './workloads/workloads.controller.js';

/** The admin API, `/admin/v1`: what the Console and programs manage the gateway by. */
@Module({
  imports: [
    OperationsModule,
    MembersModule,
    ProvidersModule,
    RoutingModule,
    AuditModule,
    ContentModule,
    DlpModule,
    KnowledgeModule,
    CallsModule,
  ],
  controllers: [
    SetUpController,
    SessionController,
    RecoveryController,
    OidcController,
    AccountController,
    MembersController,
    InvitesController,
    TokensController,
    SecurityController,
    MailboxController,
    WorkloadsController,
    ...RESOURCES,
    ...READ_CONTROLLERS,
  ],
  providers: [Admission, AdminLog, Idempotency, ...RESOURCE_PROVIDERS, ...READ_PROVIDERS],
  exports: [MembersModule],
})
export class AdminModule {}
