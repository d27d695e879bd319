import { Body, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { EntityManager } from 'typeorm';
import { problem } from '#kernel';
import { EmailProofs, Member, SecondFactor, Sessions, SignIn, type Actor } from '#members';
import { Database } from '#platform';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, AllowAnyone, Caller, expectStepUp } from '../http/allow.js';
import { expectId } from '../http/expect-text.js';
import type { Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import {
  AccountDto,
  CodeDto,
  memberView,
  MemberView,
  NewFactorView,
  OpenSessionView,
  PasswordChangeDto,
  RecoveryCodesView,
  sessionView,
} from './people.dto.js';

/** One's own name, password, sessions and second factor. */
@ApiTags('Account')
@AdminController('account')
export class AccountController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: Sessions,
    private readonly secondFactor: SecondFactor,
    private readonly proofs: EmailProofs,
    private readonly log: AdminLog,
    private readonly database: Database,
  ) {}

  @Get()
  @AllowAnyone()
  @ApiOkResponse({ type: MemberView })
  async read(@Caller() actor: Actor): Promise<MemberView> {
    return memberView(await self(this.database.dataSource.manager, actor));
  }

  @Patch()
  @AllowAnyone()
  @ApiOkResponse({ type: MemberView })
  async rename(@Caller() actor: Actor, @Body() { name }: AccountDto): Promise<MemberView> {
    return this.log.change(actor, 'account.rename', async (manager) => {
      // Nothing but the name: the rest of what was read may be old by now.
      const id = expectMember(actor);
      await manager.update(Member, { id }, { name, version: () => 'version + 1' });
      return { result: memberView(await self(manager, actor)), target: `member ${id}` };
    });
  }

  /** Ends all other sessions. */
  @Post('password')
  @HttpCode(204)
  @AllowAnyone()
  @ApiNoContentResponse()
  async changePassword(
    @Caller() actor: Actor,
    @Body() { current, password }: PasswordChangeDto,
  ): Promise<void> {
    const member = await self(this.database.dataSource.manager, actor);
    await this.signIn.expectPassword(member, current, actor.ip);
    const passwordHash = await this.signIn.hash(password);
    await this.log.change(actor, 'account.password', async (manager) => {
      await manager.update(Member, member.id, { passwordHash });
      await this.sessions.endAll(manager, member.id, actor.session?.id);
      await this.proofs.use(manager, member.id, 'reset');
      return { result: null, target: `member ${member.id}` };
    });
  }

  /** The browsers that one is signed in with. */
  @Get('sessions')
  @AllowAnyone()
  @AnswersPage(OpenSessionView)
  async listSessions(@Caller() actor: Actor): Promise<Page<OpenSessionView>> {
    const all = await this.sessions.listOf(expectMember(actor));
    const data = all.map((session) => sessionView(session, actor.session?.id ?? ''));
    return { data, next_cursor: null };
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @AllowAnyone()
  @ApiNoContentResponse()
  async endSession(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.log.change(actor, 'session.end', async (manager) => {
      const hasEnded = await this.sessions.end(manager, expectMember(actor), expectId(id));
      if (!hasEnded) throw problem('not_found');
      return { result: null, target: `session ${id}` };
    });
  }

  /** Another mail to verify one's address. */
  @Post('email/resend')
  @HttpCode(204)
  @AllowAnyone()
  @ApiNoContentResponse()
  async resend(@Caller() actor: Actor): Promise<void> {
    await this.log.change(actor, 'email.resend', async (manager, tx) => {
      const member = await self(manager, actor);
      if (member.emailVerifiedAt) {
        throw problem('conflict', { detail: 'Your address is verified already.' });
      }
      await this.proofs.send(manager, tx, member, 'verify');
      return { result: null, target: `member ${member.id}` };
    });
  }

  /** A new secret for an authenticator. It counts once its first code came. */
  @Post('totp')
  @HttpCode(200)
  @AllowAnyone()
  @ApiOkResponse({ type: NewFactorView })
  async beginTotp(@Caller() actor: Actor): Promise<NewFactorView> {
    expectStepUp(actor);
    return this.log.change(actor, 'totp.begin', async (manager) => {
      const result = await this.secondFactor.begin(manager, await self(manager, actor));
      return { result, showsSecret: true, target: `member ${actor.id}` };
    });
  }

  @Post('totp/confirm')
  @HttpCode(200)
  @AllowAnyone()
  @ApiOkResponse({ type: RecoveryCodesView })
  async confirmTotp(@Caller() actor: Actor, @Body() { code }: CodeDto): Promise<RecoveryCodesView> {
    return this.log.change(actor, 'totp.confirm', async (manager, tx) => {
      const member = await self(manager, actor);
      const codes = await this.secondFactor.confirm(manager, member, code);
      await this.signIn.meet(tx, member.id, actor.ip);
      return { result: { recovery_codes: codes }, showsSecret: true, target: `member ${actor.id}` };
    });
  }

  /** New recovery codes in place of the old ones. */
  @Post('totp/recovery-codes')
  @HttpCode(200)
  @AllowAnyone()
  @ApiOkResponse({ type: RecoveryCodesView })
  async renewCodes(@Caller() actor: Actor): Promise<RecoveryCodesView> {
    expectStepUp(actor);
    return this.log.change(actor, 'totp.recovery_codes', async (manager) => {
      const member = await self(manager, actor);
      if (!member.totpConfirmedAt)
        throw problem('conflict', { detail: 'No second factor is set up.' });
      const codes = await this.secondFactor.renewCodes(manager, member);
      return { result: { recovery_codes: codes }, showsSecret: true, target: `member ${actor.id}` };
    });
  }

  @Delete('totp')
  @HttpCode(204)
  @AllowAnyone()
  @ApiNoContentResponse()
  async removeTotp(@Caller() actor: Actor): Promise<void> {
    expectStepUp(actor);
    await this.log.change(actor, 'totp.remove', async (manager) => {
      await this.secondFactor.remove(manager, await self(manager, actor));
      return { result: null, target: `member ${actor.id}` };
    });
  }
}

function expectMember({ kind, id }: Actor): string {
  if (kind === 'member') return id;
  throw problem('permission_missing', { detail: 'A token has no account.' });
}

async function self(manager: EntityManager, actor: Actor): Promise<Member> {
  const member = await manager.findOneBy(Member, { id: expectMember(actor) });
  if (!member) throw problem('not_found');
  return member;
}
