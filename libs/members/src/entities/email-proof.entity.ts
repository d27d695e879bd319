import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail was sent: whoever shows its token, or types its code, reads that address. */
@Entity({ name: 'email_proof' })
export class EmailProof {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'member_id' })
  memberId!: string;

  @Column('text')
  kind!: 'verify' | 'reset';

  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  /** Of six digits; null where only the link counts. */
  @Column('bytea', { name: 'code_hash', nullable: true })
  codeHash!: Buffer | null;

  @Column('int')
  attempts!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;
}
