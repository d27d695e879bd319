import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OrganisationId } from '#kernel';

/** Somebody was sent to the identity provider and is to come back. */
@Entity({ name: 'oidc_flow' })
export class OidcFlow {
  @PrimaryColumn('bytea', { name: 'state_hash' })
  stateHash!: Buffer;

  @Column('uuid', { name: 'org_id' })
  organisationId!: OrganisationId;

  /** Verifier, nonce and where to go back to, sealed. */
  @Column('bytea')
  content!: Buffer;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
