import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '#contract';
import type { OrganisationId } from '#kernel';

/** That somebody may become a member, by a link that works once. */
@Entity({ name: 'invite' })
export class Invite {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'org_id' })
  organisationId!: OrganisationId;

  /** In lower case. */
  @Column('text')
  email!: string;

  @Column('text')
  role!: Role;

  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('uuid', { name: 'invited_by', nullable: true })
  invitedBy!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'accepted_at', nullable: true })
  acceptedAt!: Date | null;
}
