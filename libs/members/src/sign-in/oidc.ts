import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  None,
} from 'openid-client';
import { In, LessThan, type EntityManager } from 'typeorm';
import { type Role } from '#contract';
import { Clock, Entropy, Ids, problem, type OrganisationId } from '#kernel';
import { Config, Database, OutboundClient, type OutboundFetch, Vault } from '#platform';
import { Member } from '../entities/member.entity.js';
import { OidcFlow } from '../entities/oidc-flow.entity.js';
import type { OidcPolicy, SecuritySettings } from '../entities/security-settings.entity.js';
import { Invites } from '../people/invites.js';
import { newMember } from '../people/new-member.js';
import { Security } from '../people/security.js';
import { hashOf, makeToken } from '../secret-token.js';

const FLOW_MS_MAX = 15 * 60_000; // To sign in at the provider.
const FLOWS_MAX = 1_000; // At once; of more the oldest are forgotten.
const DESCRIPTION_MS = 10 * 60_000; // How long what a provider says of itself is believed.
const PURPOSE = 'oidc-flow';
const STRENGTH: readonly Role[] = ['auditor', 'member', 'admin', 'owner'];

/** What is kept while somebody is at the provider. */
interface Flow {
  readonly verifier: string;
  readonly nonce: string;
  /** Path of the Console to go back to. */
  readonly returnTo: string;
  /** Shows the claims and signs nobody in. */
  readonly isTest: boolean;
}

/** What an identity provider says of a person, as far as it is used. */
export interface OidcClaims {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly groups: readonly string[];
}

export interface CameBack {
  readonly organisationId: OrganisationId;
  readonly returnTo: string;
  readonly isTest: boolean;
  readonly claims: OidcClaims;
  readonly security: SecuritySettings;
}

/** Single sign-on: OpenID Connect, authorization code with PKCE, state and nonce, each flow once. */
@Injectable()
export class Oidc {
  private readonly known = new Map<string, { readonly config: Configuration; untilMs: number }>();

  constructor(
    private readonly database: Database,
    private readonly security: Security,
    private readonly invites: Invites,
    private readonly vault: Vault,
    private readonly outbound: OutboundClient,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
    private readonly ids: Ids,
  ) {}

  /** Where the provider sends people back to; it must know this address. */
  get redirectUri(): string {
    return `${this.config.publicUrl ?? `http://localhost:${this.config.port}`}/admin/v1/oidc/callback`;
  }

  /** @returns where to send the browser. @throws not_found without single sign-on, conflict when it cannot be reached */
  async begin(
    organisationId: OrganisationId,
    { returnTo, isTest }: Pick<Flow, 'returnTo' | 'isTest'>,
  ): Promise<string> {
    const { manager } = this.database.dataSource;
    const security = await this.security.read(manager, organisationId);
    const client = await this.clientOf(security);
    const state = makeToken(this.entropy);
    const flow: Flow = {
      verifier: makeToken(this.entropy),
      nonce: makeToken(this.entropy),
      returnTo,
      isTest,
    };
    await this.keep(manager, organisationId, state, flow);
    const url = buildAuthorizationUrl(client, {
      redirect_uri: this.redirectUri,
      scope: 'openid email profile',
      code_challenge: await calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
      state,
      nonce: flow.nonce,
    });
    return url.href;
  }

  /** @param query of the callback, without its question mark. @throws sign_in_failed */
  async comeBack(query: string): Promise<CameBack> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const { organisationId, flow } = await this.takeFlow(state);
    const security = await this.security.read(this.database.dataSource.manager, organisationId);
    const client = await this.clientOf(security);
    try {
      const tokens = await authorizationCodeGrant(client, new URL(`${this.redirectUri}?${query}`), {
        pkceCodeVerifier: flow.verifier,
        expectedState: state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      const claims = readClaims(tokens.claims() ?? {}, security.settings.oidc?.groupClaim ?? null);
      if (claims.subject === '') throw new Error('the subject is no text of 1 to 254 characters');
      return { ...flow, organisationId, claims, security };
    } catch (cause) {
      throw problem('sign_in_failed', {
        detail: 'The identity provider did not confirm who you are. Try again.',
        cause,
      });
    }
  }

  /**
   * The member that somebody is: by the provider's own id, else by an address that the provider has verified,
   * else a new one where the policy wants that.
   * @throws sign_in_failed
   */
  async memberOf(manager: EntityManager, back: CameBack): Promise<Member> {
    const { organisationId, claims, security } = back;
    const policy = security.settings.oidc;
    if (!policy) throw problem('sign_in_failed');
    const member =
      (await manager.findOneBy(Member, { organisationId, oidcSubject: claims.subject })) ??
      (await this.linked(manager, organisationId, claims)) ??
      (await this.invited(manager, organisationId, claims)) ??
      (await this.provisioned(manager, back, policy));
    if (!member || member.status !== 'active') {
      throw problem('sign_in_failed', { detail: 'Nobody has invited you here. Ask an owner.' });
    }
    if (member.role === 'owner') return expectSecondFactor(member);
    const role = roleOf(claims, policy);
    if (role === null || member.role === role) return member;
    const { id, version } = member;
    const changed = await manager.update(Member, { id, version }, { role, version: version + 1 });
    if (changed.affected !== 1) throw problem('sign_in_failed', { detail: 'Try again.' });
    return manager.merge(Member, member, { role });
  }

  /** An address that the provider does not vouch for could be anybody's. */
  private async linked(
    manager: EntityManager,
    organisationId: OrganisationId,
    { email, emailVerified, subject }: OidcClaims,
  ): Promise<Member | null> {
    if (!email || !emailVerified) return null;
    const member = await manager.findOneBy(Member, { organisationId, email });
    if (!member || member.oidcSubject !== null) return null;
    if (member.role === 'owner') expectSecondFactor(member);
    const emailVerifiedAt = member.emailVerifiedAt ?? new Date(this.clock.nowMs());
    await manager.update(Member, member.id, { oidcSubject: subject, emailVerifiedAt });
    return member;
  }

  private async invited(
    manager: EntityManager,
    organisationId: OrganisationId,
    { email, emailVerified, subject, name }: OidcClaims,
  ): Promise<Member | null> {
    if (!email || !emailVerified) return null;
    const invite = await this.invites.findFor(manager, organisationId, email);
    if (!invite || invite.role === 'owner') return null;
    const given = { name: name ?? email, passwordHash: null, oidcSubject: subject };
    return this.invites.accept(manager, invite, given);
  }

  private async provisioned(
    manager: EntityManager,
    { organisationId, claims }: CameBack,
    policy: OidcPolicy,
  ): Promise<Member | null> {
    const role = roleOf(claims, policy) ?? policy.newMembers;
    const { email, emailVerified, subject, name } = claims;
    if (role === null || policy.newMembers === null || !email || !emailVerified) return null;
    if (await manager.existsBy(Member, { email })) return null;
    await this.security.expectDomain(manager, organisationId, email);
    const now = new Date(this.clock.nowMs());
    const member = newMember(manager, {
      id: this.ids.id(),
      organisationId,
      email,
      name: name ?? email,
      role,
      passwordHash: null,
      oidcSubject: subject,
      createdAt: now,
      emailVerifiedAt: now,
    });
    await manager.insert(Member, member);
    return member;
  }

  private async keep(
    manager: EntityManager,
    organisationId: OrganisationId,
    state: string,
    flow: Flow,
  ): Promise<void> {
    const nowMs = this.clock.nowMs();
    await manager.delete(OidcFlow, { createdAt: LessThan(new Date(nowMs - FLOW_MS_MAX)) });
    await this.dropOldest(manager);
    const stateHash = hashOf(state);
    const owner = stateHash.toString('hex');
    await manager.insert(OidcFlow, {
      stateHash,
      organisationId,
      content: this.vault.seal(PURPOSE, owner, JSON.stringify(flow)),
      createdAt: new Date(nowMs),
    });
  }

  /** Whoever begins many that they do not end keeps nobody out who has just begun. */
  private async dropOldest(manager: EntityManager): Promise<void> {
    const oldest = await manager.find(OidcFlow, {
      select: { stateHash: true },
      order: { createdAt: 'DESC' },
      skip: FLOWS_MAX - 1,
      take: FLOWS_MAX,
    });
    if (oldest.length === 0) return;
    await manager.delete(OidcFlow, { stateHash: In(oldest.map(({ stateHash }) => stateHash)) });
  }

  private async takeFlow(state: string) {
    const stateHash = hashOf(state);
    const flow = await this.database.entities(async (manager) => {
      const found = await manager.findOneBy(OidcFlow, { stateHash });
      const { affected } = await manager.delete(OidcFlow, { stateHash });
      return affected === 1 ? found : null;
    });
    const ageMs = this.clock.nowMs() - (flow?.createdAt.getTime() ?? 0);
    if (!flow || ageMs > FLOW_MS_MAX) {
      throw problem('sign_in_failed', { detail: 'This sign-in took too long. Begin again.' });
    }
    const text = this.vault.open(PURPOSE, stateHash.toString('hex'), flow.content);
    return { organisationId: flow.organisationId, flow: JSON.parse(text) as Flow };
  }

  private async clientOf(security: SecuritySettings): Promise<Configuration> {
    const policy = security.settings.oidc;
    if (!policy) throw problem('not_found', { detail: 'There is no single sign-on here.' });
    const id = `${security.organisationId} ${security.version}`;
    const nowMs = this.clock.monotonicMs();
    const known = this.known.get(id);
    if (known && known.untilMs > nowMs) return known.config;
    const config = await this.discover(policy, this.security.oidcSecretOf(security));
    this.known.clear(); // Of this version and of no other.
    this.known.set(id, { config, untilMs: nowMs + DESCRIPTION_MS });
    return config;
  }

  private async discover(policy: OidcPolicy, secret: string | null): Promise<Configuration> {
    const fetching = (url: string, init: OutboundFetch) => this.outbound.fetch(url, init);
    const issuer = new URL(policy.issuer);
    try {
      const config = await discovery(
        issuer,
        policy.clientId,
        {},
        secret === null ? None() : ClientSecretPost(secret),
        {
          [customFetch]: fetching,
          // Only what the operator has listed may be asked without TLS: the outbound rules see to it.
          ...(issuer.protocol === 'http:' && { execute: [allowInsecureRequests] }),
        },
      );
      config[customFetch] = fetching;
      return config;
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : 'no reason is known';
      throw problem('conflict', {
        detail: `The identity provider cannot be used: ${said.slice(0, 200)}`,
        cause,
      });
    }
  }
}

/**
 * Owners give the code of their own second factor behind it: who has the provider must not have the gateway.
 * @throws sign_in_failed
 */
function expectSecondFactor(member: Member): Member {
  if (member.totpConfirmedAt) return member;
  throw problem('sign_in_failed', {
    detail:
      'Owners sign in with their password, or set up a second factor before they come this way.',
  });
}

/** The strongest role of the groups that somebody is in; null where no group says one. */
export function roleOf(
  { groups }: Pick<OidcClaims, 'groups'>,
  { groupClaim, roles }: Pick<OidcPolicy, 'groupClaim' | 'roles'>,
): Exclude<Role, 'owner'> | null {
  if (groupClaim === null) return null;
  const given = groups.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group]] : []));
  const strongest = STRENGTH.findLast((role) => given.some((one) => one === role));
  return strongest === undefined || strongest === 'owner' ? null : strongest;
}

const GROUPS_MAX = 500;
const TEXT_CHARS_MAX = 254;
const NAME_CHARS_MAX = 100;
/** As everywhere where people are named: neither ends of lines nor halves of characters. */
const LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u;

/**
 * Bounded, and of the types they must have: claims are words of somebody else. Of an address only ASCII is
 * put into lower case: other letters become those of somebody else's address, as the Kelvin sign becomes `k`.
 */
function readClaims(
  claims: Readonly<Record<string, unknown>>,
  groupClaim: string | null,
): OidcClaims {
  const textOf = (name: string): string | null => {
    const value = claims[name];
    return typeof value === 'string' && value.length <= TEXT_CHARS_MAX && LINE.test(value)
      ? value
      : null;
  };
  const groups = groupClaim === null ? [] : claims[groupClaim];
  const list: readonly unknown[] = Array.isArray(groups) ? groups : [groups];
  return {
    subject: textOf('sub') ?? '',
    email: textOf('email')?.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) ?? null,
    emailVerified: claims['email_verified'] === true,
    name: textOf('name')?.slice(0, NAME_CHARS_MAX) || null,
    groups: list.filter((one) => typeof one === 'string').slice(0, GROUPS_MAX),
  };
}
