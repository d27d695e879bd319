import { Body, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Member, Sessions, SignIn, type Actor } from '#members';
import { Config, Database } from '#platform';
import { SettingsEditor } from '#operations';
import { addressOf } from '../../http/address-of.js';
import { AdminController, AllowAnyone, Caller } from '../http/allow.js';
import { writeSessionCookie } from '../http/cookie.js';
import { SessionView, SignedInView, SignInDto } from './session.dto.js';

/** Signing in and out, and who is. */
@ApiTags('Session')
@AdminController('session')
export class SessionController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: Sessions,
    private readonly settings: SettingsEditor,
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
      stepped_up: actor.session?.isSteppedUp ?? false,
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
    const browser = { ip: addressOf(request.raw), userAgent: request.headers['user-agent'] };
    const { token, needsCode } = await this.signIn.byPassword(email, password, browser);
    void reply.header('set-cookie', writeSessionCookie(token, this.config));
    return { code_needed: needsCode };
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
      await this.database.entities((manager) => this.sessions.end(manager, actor.id, session.id));
    }
    void reply.header('set-cookie', writeSessionCookie(null, this.config));
  }
}
