import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OrganisationId } from '#kernel';

/** What would have been sent, had the operator named a mail server. */
@Entity({ name: 'mail' })
export class Mail {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'org_id' })
  organisationId!: OrganisationId;

  @Column('text')
  recipient!: string;

  @Column('text')
  subject!: string;

  @Column('text')
  body!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
