import { Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asProblemText, problem } from '#kernel';
import {
  arriving,
  Oidc,
  Security,
  Sessions,
  type Actor,
  type Browser,
  type CameBack,
} from '#members';
import { Config, Database } from '#platform';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, AllowAnyone, Caller } from '../http/allow.js';
import { readFlowCookie, writeFlowCookie, writeSessionCookie } from '../http/cookie.js';
import { OidcTestView, OidcView } from './people.dto.js';

class StartQuery {
  /** Where in the Console to go to afterwards. */
  @IsOptional()
  @Matches(/^\/console\/[\w\-./?=&%]{0,300}$/, {
    message: '$property must be a path of the Console',
  })
  return_to = '/console/';
}

/** Single sign-on at the organisation's identity provider. */
@ApiTags('Session')
@AdminController('oidc')
export class OidcController {
  constructor(
    private readonly oidc: Oidc,
    private readonly security: Security,
    private readonly sessions: Sessions,
    private readonly log: AdminLog,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  @Get()
  @AllowAnyone()
  @ApiOkResponse({ type: OidcView })
  async look(): Promise<OidcView> {
    const { manager } = this.database.dataSource;
    return { enabled: (await this.security.organisationWithOidc(manager)) !== undefined };
  }

  /** Sends the browser to the identity provider. */
  @Get('start')
  @AllowAnyone()
  @ApiExcludeEndpoint()
  async start(
    @Query() { return_to: returnTo }: StartQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { manager } = this.database.dataSource;
    const organisation = await this.security.organisationWithOidc(manager);
    if (!organisation) throw problem('not_found', { detail: 'There is no single sign-on here.' });
    await this.send(reply, await this.oidc.begin(organisation, { returnTo, isTest: false }));
  }

  /** The same without signing anybody in: the Console shows what the provider said. */
  @Post('test')
  @HttpCode(200)
  @Allow('organisation:update')
  @ApiOkResponse({ type: OidcTestView })
  async test(
    @Caller() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OidcTestView> {
    const returnTo = '/console/settings/security';
    const url = await this.oidc.begin(actor.organisationId, { returnTo, isTest: true });
    void reply.header('set-cookie', this.flowCookie(new URL(url)));
    return { url };
  }

  /** Where the identity provider sends the browser back to. */
  @Get('callback')
  @AllowAnyone()
  @ApiExcludeEndpoint()
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const query = request.url.split('?')[1] ?? '';
    try {
      this.expectSameBrowser(request, query);
      const back = await this.oidc.comeBack(query);
      const ended = writeFlowCookie(null, this.config);
      if (back.isTest) {
        const claims = Buffer.from(JSON.stringify(back.claims)).toString('base64url');
        return void reply
          .header('set-cookie', ended)
          .redirect(`${back.returnTo}#claims=${claims}`, 302);
      }
      const { browser } = request;
      const { token, isComplete } = await this.begin(back, browser);
      void reply
        .header('set-cookie', [ended, writeSessionCookie(token, this.config)])
        .redirect(isComplete ? back.returnTo : '/console/signin#code_needed', 302);
    } catch (fault) {
      // The browser is on its way back to the Console, which says what went wrong.
      const said = encodeURIComponent(asProblemText(fault));
      void reply.redirect(`/console/signin#problem=${said}`, 302);
    }
  }

  /** An owner's own second factor is asked for behind the provider. */
  private begin(back: CameBack, browser: Browser) {
    return this.database.entities(async (manager, tx) => {
      const member = await this.oidc.memberOf(manager, back);
      const { id, role } = member;
      const isComplete = role !== 'owner';
      if (isComplete) {
        const done = { result: null, target: `member ${id}`, after: { role } };
        await this.log.write(tx, arriving(member, browser.ip), 'session.sso', done);
      }
      const how = { isComplete, isSso: true };
      return { token: await this.sessions.start(manager, member, browser, how), isComplete };
    });
  }

  /** A flow that somebody else began would sign this browser in as them. */
  private expectSameBrowser({ headers }: FastifyRequest, query: string): void {
    const state = new URLSearchParams(query).get('state') ?? '';
    if (state === '' || readFlowCookie(headers.cookie, this.config) !== state) {
      throw problem('sign_in_failed', { detail: 'This sign-in began in another browser.' });
    }
  }

  private async send(reply: FastifyReply, url: string): Promise<void> {
    await reply.header('set-cookie', this.flowCookie(new URL(url))).redirect(url, 302);
  }

  private flowCookie(url: URL): string {
    return writeFlowCookie(url.searchParams.get('state') ?? '', this.config);
  }
}
