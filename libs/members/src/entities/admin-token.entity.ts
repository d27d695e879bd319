import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '#contract';
import type { OrganisationId } from '#kernel';

/** For programs that administer: `gwa_<id>_<secret>`. It is no virtual key and never serves a call. */
@Entity({ name: 'admin_token' })
export class AdminToken {
  /** Public, part of the token. */
  @PrimaryColumn('text')
  id!: string;

  @Column('uuid', { name: 'org_id' })
  organisationId!: OrganisationId;

  @Column('text')
  name!: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('text')
  role!: Exclude<Role, 'owner'>;

  @Column('uuid', { name: 'created_by', nullable: true })
  createdBy!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;
}
