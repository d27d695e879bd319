import { Body, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '#kernel';
import { arriving, Member, MemberMails, Sessions, SignIn, type Actor } from '#members';
import { Config, Database } from '#platform';
import { SettingsEditor } from '#operations';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, AllowAnyone, Caller } from '../http/allow.js';
import { writeSessionCookie } from '../http/cookie.js';
import { CodeDto, StepUpDto } from '../people/people.dto.js';
import { SessionView, SignedInView, SignInDto } from './session.dto.js';

/** Signing in and out, and who is. */
@ApiTags('Session')
@AdminController('session')
export class SessionController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: Sessions,
    private readonly settings: SettingsEditor,
    private readonly mails: MemberMails,
    private readonly log: AdminLog,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Who is signed in. */
  @Get()
  @AllowAnyone()
  @ApiOkResponse({ type: SessionView })
  async me(@Caller() actor: Actor): Promise<SessionView> {
    const stored = await this.settings.read(this.database, actor.organisationId);
    const organisation = stored.find(({ kind }) => kind === 'organisation');
    const member =
      actor.kind === 'member'
        ? await this.database.dataSource.getRepository(Member).findOneBy({ id: actor.id })
        : null;
    return {
      kind: actor.kind,
      id: actor.id,
      name: actor.name,
      role: actor.role,
      email: member?.email ?? null,
      email_verified: member?.emailVerifiedAt != null,
      totp: member?.totpConfirmedAt != null,
      totp_needed: actor.session?.needsTotp ?? false,
      stepped_up: actor.session?.isSteppedUp ?? false,
      mail_server: this.mails.hasServer,
      organisation_id: actor.organisationId,
      organisation_name: organisation?.name ?? '',
    };
  }

  /** Signs in by e-mail address and password; the session is a cookie. */
  @Post()
  @HttpCode(200)
  @AllowAnyone()
  @ApiOkResponse({ type: SignedInView })
  async start(
    @Body() { email, password }: SignInDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInView> {
    const { browser } = request;
    const { token, needsCode } = await this.signIn.byPassword(
      email,
      password,
      browser,
      async (tx, { member, needsCode: isIncomplete }) => {
        if (isIncomplete) return;
        const done = { result: null, target: `member ${member.id}` };
        await this.log.write(tx, arriving(member, browser.ip), 'session.start', done);
      },
    );
    void reply.header('set-cookie', writeSessionCookie(token, this.config));
    return { code_needed: needsCode };
  }

  /** The code of the second factor, after the password. */
  @Post('totp')
  @HttpCode(200)
  @AllowAnyone()
  @ApiOkResponse({ type: SignedInView })
  async completeWithCode(
    @Req() { pending, browser }: FastifyRequest,
    @Body() { code }: CodeDto,
  ): Promise<SignedInView> {
    if (!pending) throw problem('sign_in_needed');
    const { member } = pending;
    await this.signIn.expectCode(member, code, browser);
    await this.database.entities(async (manager, tx) => {
      await this.sessions.stepUp(manager, pending.id);
      const done = { result: null, target: `member ${member.id}` };
      await this.log.write(tx, arriving(member, browser.ip), 'session.start', done);
    });
    return { code_needed: false };
  }

  /** Says again that it is you: for a quarter of an hour the session may do what asks for that. */
  @Post('step-up')
  @HttpCode(204)
  @AllowAnyone()
  @ApiNoContentResponse()
  async stepUp(@Caller() actor: Actor, @Body() { password, code }: StepUpDto): Promise<void> {
    const { session } = actor;
    if (!session) throw problem('permission_missing', { detail: 'A token has no session.' });
    const members = this.database.dataSource.getRepository(Member);
    const member = await members.findOneByOrFail({ id: actor.id });
    const from = { ip: actor.ip, sessionId: session.id };
    if (code !== undefined) await this.signIn.expectCode(member, code, from);
    else if (member.totpConfirmedAt) throw problem('code_wrong', { detail: 'Send a code.' });
    else await this.signIn.expectPassword(member, password ?? '', actor.ip);
    await this.log.change(actor, 'session.step_up', async (manager) => {
      await this.sessions.stepUp(manager, session.id);
      return { result: null, target: `session ${session.id}` };
    });
  }

  /** Signs out. */
  @Delete()
  @HttpCode(204)
  @AllowAnyone()
  @ApiNoContentResponse()
  async end(
    @Caller() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { session } = actor;
    if (session) {
      await this.log.change(actor, 'session.end', async (manager) => {
        await this.sessions.end(manager, actor.id, session.id);
        return { result: null, target: `session ${session.id}` };
      });
    }
    void reply.header('set-cookie', writeSessionCookie(null, this.config));
  }
}
