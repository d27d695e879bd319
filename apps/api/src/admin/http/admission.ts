import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, prefixOf, problem } from '#kernel';
import {
  AdminTokens,
  isAdminToken,
  Security,
  Sessions,
  type Actor,
  type Browser,
  type MemberSession,
} from '#members';
import { Config, Database } from '#platform';
import { addressOf } from '../../http/address-of.js';
import { readSessionCookie } from './cookie.js';
import { expectReadable } from './expect-text.js';
import { RequestsPerMinute } from './rate.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What asks, and from where. */
    browser: Browser;
    /** Who asks; undefined on paths that nobody needs to sign in for. */
    actor?: Actor;
    /** Signed in by password, while the code of the second factor is still missing. */
    pending?: MemberSession | undefined;
  }
}

const PER_MINUTE = 600;
/** Before anybody is known: sign-in, set-up, forgotten passwords, and guesses. */
const UNKNOWN_PER_MINUTE = 60;
const SEEN_MAX = 10_000; // Far more than people are signed in; who is forgotten is looked up again.
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

export const isPublic = ({ method, routeOptions }: FastifyRequest): boolean =>
  PUBLIC.has(`${method} ${routeOptions.url ?? ''}`);

/** Who asks, by a cookie or a token, and whether a browser really meant to. */
@Injectable()
export class Admission {
  private readonly ofActors: RequestsPerMinute;
  private readonly ofAddresses: RequestsPerMinute;
  /** Hashes of what somebody came in with, the newest last. */
  private readonly seen = new Set<string>();

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
    const ip = addressOf(raw, this.config);
    request.browser = { ip, userAgent: raw.headers['user-agent'] };
    expectReadable(request.url);
    const open = isPublic(request);
    const { authorization } = raw.headers;
    if (authorization === undefined) {
      if (!SAFE.has(method)) this.expectConsole(raw);
      const session = await this.bySession(raw, ip);
      if (session?.isComplete) request.actor = await this.actorOf(session, ip);
      else request.pending = session;
      // A password alone opens nothing yet, and is no reason to be let through more often.
      if (open && !session) this.ofAddresses.count(prefixOf(ip));
      else if (request.pending) this.ofAddresses.count(`pending ${request.pending.memberId}`);
    } else request.actor = await this.byToken(authorization, ip);
    if (request.actor) this.ofActors.count(`${request.actor.kind} ${request.actor.id}`);
    else if (!open) throw problem(request.pending ? 'code_needed' : 'sign_in_needed');
  }

  private async actorOf(session: MemberSession, ip: string): Promise<Actor> {
    const { member } = session;
    const needsTotp = !member.totpConfirmedAt && (await this.wantsTotp(session));
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
      ip,
    };
  }

  /** Who comes by single sign-on has given a second factor there, if at all. */
  private async wantsTotp({ isSso, member: { organisationId } }: MemberSession): Promise<boolean> {
    if (isSso) return false;
    const { manager } = this.database.dataSource;
    return (await this.security.read(manager, organisationId)).settings.totp === 'required';
  }

  private async bySession(
    { headers }: IncomingMessage,
    ip: string,
  ): Promise<MemberSession | undefined> {
    const cookie = readSessionCookie(headers.cookie, this.config);
    if (cookie === undefined) return undefined;
    return this.lookUp(cookie, ip, () => this.sessions.find(cookie));
  }

  /**
   * A flood of guesses costs few look-ups, and keeps nobody out who was in before from the same address,
   * which may be that of a load balancer.
   */
  private async lookUp<Found>(
    secret: string,
    ip: string,
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const address = prefixOf(ip);
    const id = createHash('sha256').update(secret).digest('base64');
    if (!this.seen.has(id)) this.ofAddresses.expectRoom(address);
    const found = await find();
    this.seen.delete(id);
    if (found) this.seen.add(id);
    else this.ofAddresses.count(address);
    if (this.seen.size > SEEN_MAX) this.seen.delete(this.seen.values().next().value ?? '');
    return found;
  }

  private async byToken(authorization: string, ip: string): Promise<Actor> {
    const [scheme = '', text = ''] = authorization.split(' ');
    const isToken = scheme.toLowerCase() === 'bearer' && isAdminToken(text);
    const token = isToken ? await this.lookUp(text, ip, () => this.tokens.find(text)) : undefined;
    if (!token) throw problem('sign_in_needed', { detail: 'This is no admin token in force.' });
    return {
      kind: 'token',
      id: token.id,
      memberId: token.createdBy,
      name: token.name,
      role: token.role,
      organisationId: token.organisationId,
      session: null,
      ip,
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
