import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Instead of a code of the second factor, once. */
@Entity({ name: 'recovery_code' })
export class RecoveryCode {
  @PrimaryColumn('uuid', { name: 'member_id' })
  memberId!: string;

  @PrimaryColumn('bytea', { name: 'code_hash' })
  codeHash!: Buffer;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;
}
