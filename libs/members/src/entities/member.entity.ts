import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '#contract';
import type { OrganisationId } from '#kernel';

/** A person who may sign in to the Console, of one organisation. */
@Entity({ name: 'member' })
export class Member {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'org_id' })
  organisationId!: OrganisationId;

  /** In lower case. */
  @Column('text')
  email!: string;

  @Column('text')
  name!: string;

  @Column('text')
  role!: Role;

  /** Null for who comes by single sign-on only. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  @Column('timestamptz', { name: 'email_verified_at', nullable: true })
  emailVerifiedAt!: Date | null;

  /** Sealed, see `Vault`. */
  @Column('bytea', { name: 'totp_secret', nullable: true })
  totpSecret!: Buffer | null;

  /** Null until the first code was right: till then no code is asked for. */
  @Column('timestamptz', { name: 'totp_confirmed_at', nullable: true })
  totpConfirmedAt!: Date | null;

  @Column('bigint', { name: 'totp_step', nullable: true })
  totpStep!: string | null;

  @Column('text', { name: 'oidc_subject', nullable: true })
  oidcSubject!: string | null;

  @Column('text')
  status!: 'active' | 'disabled';

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_seen_at', nullable: true })
  lastSeenAt!: Date | null;

  /** Moves with every edit of a person, not with their visits. */
  @Column('int')
  version!: number;
}
