import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '#contract';
import type { OrganisationId } from '#kernel';

/** How people of an organisation sign in. */
export interface SecurityPolicy {
  /** `required`: who has none sets one up before anything else. */
  readonly totp: 'off' | 'optional' | 'required';
  /** Of addresses that may be invited or come by single sign-on; empty for any. */
  readonly domains: readonly string[];
  readonly oidc: OidcPolicy | null;
}

export interface OidcPolicy {
  readonly issuer: string;
  readonly clientId: string;
  /** Who comes for the first time becomes a member with this role; null: who is no member stays out. */
  readonly newMembers: Exclude<Role, 'owner'> | null;
  /** Claim that lists the groups of a person; null where roles are given by hand. */
  readonly groupClaim: string | null;
  /** Role by group; the strongest counts. */
  readonly roles: Readonly<Record<string, Exclude<Role, 'owner'>>>;
  /** Passwords count for owners alone. */
  readonly isRequired: boolean;
}

@Entity({ name: 'security_settings' })
export class SecuritySettings {
  @PrimaryColumn('uuid', { name: 'org_id' })
  organisationId!: OrganisationId;

  @Column('jsonb')
  settings!: SecurityPolicy;

  /** Of the client at the identity provider, sealed. */
  @Column('bytea', { name: 'oidc_secret', nullable: true })
  oidcSecret!: Buffer | null;

  @Column('int')
  version!: number;
}
