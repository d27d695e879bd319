import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { problem, type OrganisationId } from '#kernel';
import { Vault } from '#platform';
import { SecuritySettings, type SecurityPolicy } from '../entities/security-settings.entity.js';

const DEFAULT: SecurityPolicy = { totp: 'optional', domains: [], oidc: null };
const PURPOSE = 'oidc-secret';

/** How people of an organisation sign in, as its owners want it. */
@Injectable()
export class Security {
  constructor(private readonly vault: Vault) {}

  /** As it is stored, or as it is unless somebody says otherwise. */
  async read(manager: EntityManager, organisationId: OrganisationId): Promise<SecuritySettings> {
    const stored = await manager.findOneBy(SecuritySettings, { organisationId });
    return (
      stored ??
      manager.create(SecuritySettings, {
        organisationId,
        settings: DEFAULT,
        oidcSecret: null,
        version: 1,
      })
    );
  }

  /** The one whose people may come by single sign-on; a gateway serves one organisation's people. */
  async organisationWithOidc(manager: EntityManager): Promise<OrganisationId | undefined> {
    const found = await manager
      .createQueryBuilder(SecuritySettings, 's')
      .where(`s.settings ->> 'oidc' IS NOT NULL`)
      .orderBy('s.organisationId')
      .getOne();
    return found?.organisationId;
  }

  /**
   * @param secret of the client at the identity provider; undefined leaves the one there is
   * @throws version_changed
   */
  async write(
    manager: EntityManager,
    organisationId: OrganisationId,
    settings: SecurityPolicy,
    secret: string | undefined,
    version: number,
  ): Promise<{ readonly before: SecuritySettings; readonly after: SecuritySettings }> {
    const before = await this.read(manager, organisationId);
    if (before.version !== version) throw problem('version_changed');
    const sealed =
      secret === undefined ? before.oidcSecret : this.vault.seal(PURPOSE, organisationId, secret);
    const after = manager.create(SecuritySettings, {
      organisationId,
      settings,
      oidcSecret: settings.oidc ? sealed : null,
      version: version + 1,
    });
    const { settings: policy, oidcSecret } = after;
    const changed = await manager.update(
      SecuritySettings,
      { organisationId, version },
      { settings: policy, oidcSecret, version: version + 1 },
    );
    // Of two who write the first ones at once, the second is told by the key of the table.
    if (changed.affected !== 1) await manager.insert(SecuritySettings, after);
    return { before, after };
  }

  /** Null for a public client. */
  oidcSecretOf({ organisationId, oidcSecret }: SecuritySettings): string | null {
    return oidcSecret && this.vault.open(PURPOSE, organisationId, oidcSecret);
  }

  /** @throws invalid for an address of another domain than people may come from */
  async expectDomain(
    manager: EntityManager,
    organisationId: OrganisationId,
    email: string,
  ): Promise<void> {
    const { domains } = (await this.read(manager, organisationId)).settings;
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    if (domains.length === 0 || domains.includes(domain)) return;
    throw problem('invalid', {
      errors: [{ path: 'email', message: `must be an address of ${domains.join(', ')}` }],
    });
  }
}
