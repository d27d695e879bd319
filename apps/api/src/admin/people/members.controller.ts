import { Body, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { MoreThan } from 'typeorm';
import { Clock, problem } from '#kernel';
import {
  AdminTokens,
  expectMayManage,
  Member,
  MemberMails,
  People,
  SecondFactor,
  Sessions,
  type Actor,
} from '#members';
import { Database } from '#platform';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller, expectStepUp, IfMatch } from '../http/allow.js';
import { expectId } from '../http/expect-text.js';
import { ListQuery, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { MemberPatchDto, memberView, MemberView } from './people.dto.js';

/** The people of the organisation. There is always an owner who can sign in. */
@ApiTags('Members')
@AdminController('members')
export class MembersController {
  constructor(
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly tokens: AdminTokens,
    private readonly secondFactor: SecondFactor,
    private readonly mails: MemberMails,
    private readonly log: AdminLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** By e-mail address. */
  @Get()
  @Allow('member:read')
  @AnswersPage(MemberView)
  async list(@Caller() actor: Actor, @Query() query: ListQuery): Promise<Page<MemberView>> {
    const [after = ''] = readCursor(query.cursor, 1) ?? [];
    const members = await this.database.dataSource.getRepository(Member).find({
      where: { organisationId: actor.organisationId, email: MoreThan(after) },
      order: { email: 'ASC' },
      take: query.limit + 1,
    });
    return pageOf(members.map(memberView), query.limit, ({ email }) => [email]);
  }

  @Get(':id')
  @Allow('member:read')
  @ApiOkResponse({ type: MemberView })
  async read(@Caller() actor: Actor, @Param('id') id: string): Promise<MemberView> {
    const { manager } = this.database.dataSource;
    return memberView(await this.people.find(manager, actor.organisationId, expectId(id)));
  }

  /** Owners are made and unmade by owners, who say again that it is them. */
  @Patch(':id')
  @Allow('member:manage')
  @ApiOkResponse({ type: MemberView })
  async update(
    @Caller() actor: Actor,
    @Param('id') id: string,
    @IfMatch() version: number,
    @Body() patch: MemberPatchDto,
  ): Promise<MemberView> {
    return this.log.change(actor, 'member.update', async (manager, tx) => {
      const done = await this.people.update(manager, tx, actor, expectId(id), patch, version);
      const { before, after } = done;
      const isOther = before.role !== after.role || before.status !== after.status;
      if (isOther && [before.role, after.role].includes('owner')) expectStepUp(actor);
      if (after.status === 'disabled') await this.sessions.endAll(manager, id);
      return {
        result: memberView(after),
        target: `member ${id}`,
        before: { role: before.role, status: before.status },
        after: { role: after.role, status: after.status },
      };
    });
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow('member:manage')
  @ApiNoContentResponse()
  async remove(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.log.change(actor, 'member.remove', async (manager, tx) => {
      const { role } = await this.people.remove(manager, tx, actor, expectId(id));
      if (role === 'owner') expectStepUp(actor);
      await this.tokens.revokeAllOf(manager, id);
      return { result: null, target: `member ${id}`, before: { role } };
    });
  }

  /** For who has lost their authenticator and the recovery codes. */
  @Post(':id/reset-totp')
  @HttpCode(204)
  @Allow('member:manage')
  @ApiNoContentResponse()
  async resetTotp(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    expectStepUp(actor);
    await this.log.change(actor, 'member.reset_totp', async (manager) => {
      const member = await this.people.find(manager, actor.organisationId, expectId(id));
      expectMayManage(actor, member.role);
      await this.secondFactor.remove(manager, member);
      await this.sessions.endAll(manager, member.id);
      return { result: null, target: `member ${id}` };
    });
  }

  @Post(':id/sign-out')
  @HttpCode(204)
  @Allow('member:manage')
  @ApiNoContentResponse()
  async signOut(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.log.change(actor, 'member.sign_out', async (manager) => {
      const member = await this.people.find(manager, actor.organisationId, expectId(id));
      expectMayManage(actor, member.role);
      await this.sessions.endAll(manager, member.id);
      return { result: null, target: `member ${id}` };
    });
  }

  /** By hand, where no mail server is named: an owner knows that the address is theirs. */
  @Post(':id/verify-email')
  @HttpCode(204)
  @Allow('owner:manage')
  @ApiNoContentResponse()
  async verifyEmail(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    if (this.mails.hasServer) {
      throw problem('conflict', { detail: 'There is a mail server: let them use the mail.' });
    }
    expectStepUp(actor);
    await this.log.change(actor, 'member.verify_email', async (manager) => {
      const member = await this.people.find(manager, actor.organisationId, expectId(id));
      await manager.update(Member, member.id, { emailVerifiedAt: new Date(this.clock.nowMs()) });
      return { result: null, target: `member ${id}` };
    });
  }
}
