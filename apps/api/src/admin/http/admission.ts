import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, problem } from '#kernel';
import {
  AdminTokens,
  isAdminToken,
  Security,
  Sessions,
  type Actor,
  type Member,
  type MemberSession,
} from '#members';
import { Config, Database } from '#platform';
import { addressOf } from '../../http/address-of.js';
import { readSessionCookie } from './cookie.js';
import { RequestsPerMinute } from './rate.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; undefined on paths that nobody needs to sign in for. */
    actor?: Actor;
    /** Signed in by password, while the code of the second factor is still missing. */
    pending?: MemberSession;
  }
}

const PER_MINUTE = 600;
/** Before anybody is known: sign-in, set-up, forgotten passwords. */
const UNKNOWN_PER_MINUTE = 60;
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Everything else needs somebody who is signed in, before a byte of its body is read. */
const PUBLIC: ReadonlySet<string> = new Set([
  'GET /admin/v1/openapi.json',
  'GET /admin/v1/setup',
  'POST /admin/v1/setup',
  'GET /admin/v1/session',
  'POST /admin/v1/session',
  'POST /admin/v1/session/totp',
  'POST /admin/v1/password/forgot',
  'POST /admin/v1/password/reset',
  'POST /admin/v1/email/verify',
  'POST /admin/v1/invites/look',
  'POST /admin/v1/invites/accept',
  'GET /admin/v1/oidc',
  'GET /admin/v1/oidc/start',
  'GET /admin/v1/oidc/callback',
]);

export const isPublic = (method: string, path: string): boolean => PUBLIC.has(`${method} ${path}`);

/** Who asks, by a cookie or a token, and whether a browser really meant to. */
@Injectable()
export class Admission {
  private readonly ofActors: RequestsPerMinute;
  private readonly ofAddresses: RequestsPerMinute;

  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: AdminTokens,
    private readonly security: Security,
    private readonly database: Database,
    private readonly config: Config,
    clock: Clock,
  ) {
    this.ofActors = new RequestsPerMinute(PER_MINUTE, clock);
    this.ofAddresses = new RequestsPerMinute(UNKNOWN_PER_MINUTE, clock);
  }

  /** Runs before the body is read. @throws sign_in_needed, code_needed, csrf, rate_limited */
  async admit(request: FastifyRequest): Promise<void> {
    const { raw, method } = request;
    const path = request.url.split('?')[0] ?? '';
    const open = isPublic(method, path);
    const authorization = raw.headers.authorization;
    if (authorization !== undefined) {
      this.ofAddresses.count(addressOf(raw));
      request.actor = await this.byToken(authorization, raw);
    } else {
      if (!SAFE.has(method)) this.expectConsole(raw);
      const cookie = readSessionCookie(raw.headers.cookie, this.config);
      if (cookie === undefined || open) this.ofAddresses.count(addressOf(raw));
      const session = cookie === undefined ? undefined : await this.sessions.find(cookie);
      if (session?.isComplete) request.actor = await this.actorOf(session, raw);
      else if (session) request.pending = session;
    }
    if (request.actor) this.ofActors.count(`${request.actor.kind} ${request.actor.id}`);
    else if (!open) throw problem(request.pending ? 'code_needed' : 'sign_in_needed');
  }

  private async actorOf(session: MemberSession, raw: IncomingMessage): Promise<Actor> {
    const { member } = session;
    const needsTotp = !member.totpConfirmedAt && (await this.wantsTotp(member));
    return {
      kind: 'member',
      id: member.id,
      memberId: member.id,
      name: member.name,
      role: member.role,
      organisationId: member.organisationId,
      session: {
        id: session.id,
        isSteppedUp: this.sessions.isSteppedUp(session),
        emailVerified: member.emailVerifiedAt !== null,
        needsTotp,
      },
      ip: addressOf(raw),
    };
  }

  /** Who comes by single sign-on has given a second factor there, if at all. */
  private async wantsTotp({ organisationId, oidcSubject }: Member): Promise<boolean> {
    if (oidcSubject !== null) return false;
    const { manager } = this.database.dataSource;
    return (await this.security.read(manager, organisationId)).settings.totp === 'required';
  }

  private async byToken(authorization: string, raw: IncomingMessage): Promise<Actor> {
    const [scheme = '', text = ''] = authorization.split(' ');
    const isToken = scheme.toLowerCase() === 'bearer' && isAdminToken(text);
    const token = isToken ? await this.tokens.find(text) : undefined;
    if (!token) throw problem('sign_in_needed', { detail: 'This is no admin token in force.' });
    return {
      kind: 'token',
      id: token.id,
      memberId: token.createdBy,
      name: token.name,
      role: token.role,
      organisationId: token.organisationId,
      session: null,
      ip: addressOf(raw),
    };
  }

  /** A page of another origin can send a cookie, but neither this header nor this origin. */
  private expectConsole({ headers }: IncomingMessage): void {
    const site = headers['sec-fetch-site'];
    const own = this.config.publicUrl
      ? new URL(this.config.publicUrl).origin
      : `http://${headers.host ?? ''}`;
    const isOwn = site === undefined ? headers.origin === own : site === 'same-origin';
    if (!isOwn || headers['x-gw-console'] !== '1') throw problem('csrf');
  }
}
