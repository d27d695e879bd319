import { isDeepStrictEqual } from 'node:util';
import { Body, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { EntityManager } from 'typeorm';
import { reachOf } from '#contract';
import { problem } from '#kernel';
import {
  Member,
  Oidc,
  Security,
  type Actor,
  type SecurityPolicy,
  type SecuritySettings,
} from '#members';
import { Config, Database, outboundFault } from '#platform';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller, expectStepUp, IfMatch } from '../http/allow.js';
import { OidcDto, SecurityDto, SecurityView } from './people.dto.js';

const ROLES = new Set(['admin', 'member', 'auditor']);
const GROUPS_MAX = 200;

/** How people sign in: second factor, domains, single sign-on. */
@ApiTags('Security')
@AdminController('security')
export class SecurityController {
  constructor(
    private readonly security: Security,
    private readonly oidc: Oidc,
    private readonly log: AdminLog,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  @Get()
  @Allow('organisation:read')
  @ApiOkResponse({ type: SecurityView })
  async read(@Caller() actor: Actor): Promise<SecurityView> {
    const { manager } = this.database.dataSource;
    return this.view(await this.security.read(manager, actor.organisationId));
  }

  /** All of it at once. */
  @Put()
  @Allow('organisation:update')
  @ApiOkResponse({ type: SecurityView })
  async write(
    @Caller() actor: Actor,
    @IfMatch() version: number,
    @Body() wanted: SecurityDto,
  ): Promise<SecurityView> {
    expectStepUp(actor);
    const policy = this.policyOf(wanted);
    return this.log.change(actor, 'security.update', async (manager) => {
      const secret = wanted.oidc?.client_secret;
      const { organisationId } = actor;
      const { before, after } = await this.security.write(
        manager,
        organisationId,
        policy,
        secret,
        version,
      );
      expectMayConnect(actor, before.settings, after.settings, secret);
      await this.forgetSubjects(manager, actor, before.settings, after.settings);
      return {
        result: this.view(after),
        target: 'security',
        before: before.settings,
        after: { ...after.settings, ...(secret !== undefined && { client_secret: 'replaced' }) },
      };
    });
  }

  /** People of another provider may have the same ids there: who was known by one is known by none. */
  private async forgetSubjects(
    manager: EntityManager,
    { organisationId }: Actor,
    before: SecurityPolicy,
    after: SecurityPolicy,
  ): Promise<void> {
    if (before.oidc?.issuer === after.oidc?.issuer) return;
    await manager.update(Member, { organisationId }, { oidcSubject: null });
  }

  private policyOf({ totp, domains, oidc }: SecurityDto): SecurityPolicy {
    if (!oidc) return { totp, domains, oidc: null };
    const fault = outboundFault(oidc.issuer, this.config.outboundHosts);
    if (fault !== undefined) throw invalid('oidc.issuer', fault);
    const roles = oidc.roles ?? {};
    if (
      Object.keys(roles).length > GROUPS_MAX ||
      !Object.values(roles).every((r) => ROLES.has(r))
    ) {
      throw invalid('oidc.roles', `at most ${GROUPS_MAX} groups, each admin, member or auditor`);
    }
    return {
      totp,
      domains,
      oidc: {
        issuer: oidc.issuer,
        clientId: oidc.client_id,
        newMembers: oidc.new_members ?? null,
        groupClaim: oidc.group_claim ?? null,
        roles,
        isRequired: oidc.required,
      },
    };
  }

  private view({ settings, oidcSecret, version }: SecuritySettings): SecurityView {
    const { totp, domains, oidc } = settings;
    const shown: OidcDto | null = oidc && {
      issuer: oidc.issuer,
      client_id: oidc.clientId,
      new_members: oidc.newMembers,
      group_claim: oidc.groupClaim,
      roles: oidc.roles,
      required: oidc.isRequired,
    };
    return {
      totp,
      domains,
      oidc: shown,
      redirect_uri: this.oidc.redirectUri,
      has_client_secret: oidcSecret !== null,
      version,
    };
  }
}

/** Who names the provider says who anybody is, and by their groups which role they have. */
function expectMayConnect(
  { role }: Actor,
  before: SecurityPolicy,
  after: SecurityPolicy,
  secret: string | undefined,
): void {
  const isSame = isDeepStrictEqual(before.oidc, after.oidc) && secret === undefined;
  if (isSame || reachOf(role, 'owner:manage') !== undefined) return;
  throw problem('permission_missing', { detail: 'Only an owner changes single sign-on.' });
}

const invalid = (path: string, message: string) =>
  problem('invalid', { errors: [{ path, message }] });
