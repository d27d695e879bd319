import { Body, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '#kernel';
import { arriving, Invites, Security, Sessions, SignIn, type Actor } from '#members';
import { Config, Database } from '#platform';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, AllowAnyone, Caller, expectStepUp } from '../http/allow.js';
import { writeSessionCookie } from '../http/cookie.js';
import { expectId } from '../http/expect-text.js';
import type { Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { SignedInView } from '../session/session.dto.js';
import { AcceptDto, InviteDto, inviteView, InviteView, TokenDto } from './people.dto.js';

/** How somebody becomes a member: by a link in a mail, within a week, once. */
@ApiTags('Members')
@AdminController('invites')
export class InvitesController {
  constructor(
    private readonly invites: Invites,
    private readonly security: Security,
    private readonly signIn: SignIn,
    private readonly sessions: Sessions,
    private readonly log: AdminLog,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Open ones, newest first; 500 at most. */
  @Get()
  @Allow('member:read')
  @AnswersPage(InviteView)
  async list(@Caller() actor: Actor): Promise<Page<InviteView>> {
    const open = await this.invites.list(this.database.dataSource.manager, actor);
    return { data: open.map(inviteView), next_cursor: null };
  }

  /** Sends a mail. One that is open for the address is replaced. */
  @Post()
  @Allow('member:manage')
  @ApiCreatedResponse({ type: InviteView })
  async invite(@Caller() actor: Actor, @Body() wanted: InviteDto): Promise<InviteView> {
    if (wanted.role === 'owner') expectStepUp(actor);
    return this.log.change(actor, 'invite.create', async (manager, tx) => {
      const invite = await this.invites.invite(manager, tx, actor, wanted);
      const { id, role } = invite;
      return { result: inviteView(invite), target: `invite ${id}`, after: { role } };
    });
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow('member:manage')
  @ApiNoContentResponse()
  async revoke(@Caller() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.log.change(actor, 'invite.revoke', async (manager) => {
      await this.invites.revoke(manager, actor, expectId(id));
      return { result: null, target: `invite ${id}` };
    });
  }

  /** Whom the link of an invitation is for. */
  @Post('look')
  @HttpCode(200)
  @AllowAnyone()
  @ApiOkResponse({ type: InviteView })
  async look(@Body() { token }: TokenDto): Promise<InviteView> {
    return inviteView(await this.invites.find(this.database.dataSource.manager, token));
  }

  /** Becomes a member, and is signed in. */
  @Post('accept')
  @HttpCode(201)
  @AllowAnyone()
  @ApiCreatedResponse({ type: SignedInView })
  async accept(
    @Body() { token, name, password }: AcceptDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInView> {
    const { manager: reading } = this.database.dataSource;
    const invite = await this.invites.find(reading, token);
    const { settings } = await this.security.read(reading, invite.organisationId);
    if (settings.oidc?.isRequired && invite.role !== 'owner') throw problem('sso_needed');
    const passwordHash = await this.signIn.hash(password);
    const { browser } = request;
    const cookie = await this.database.entities(async (manager, tx) => {
      const open = await this.invites.find(manager, token);
      const given = { name, passwordHash, oidcSubject: null };
      const member = await this.invites.accept(manager, open, given);
      const { id, role } = member;
      const done = { result: null, target: `member ${id}`, after: { role } };
      await this.log.write(tx, arriving(member, browser.ip), 'invite.accept', done);
      return this.sessions.start(manager, member, browser);
    });
    void reply.header('set-cookie', writeSessionCookie(cookie, this.config));
    return { code_needed: false };
  }
}
