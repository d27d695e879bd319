import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Member } from './member.entity.js';

/** One browser that a member signed in with. */
@Entity({ name: 'member_session' })
export class MemberSession {
  /** Public: it is listed and ended by it. */
  @PrimaryColumn('uuid')
  id!: string;

  /** SHA-256 of the value in the cookie, which is nowhere kept. */
  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('uuid', { name: 'member_id' })
  memberId!: string;

  @ManyToOne(() => Member)
  @JoinColumn({ name: 'member_id' })
  member!: Relation<Member>;

  /** False between the password and the code of the second factor. */
  @Column('boolean', { name: 'is_complete' })
  isComplete!: boolean;

  /** Begun at an identity provider, which asks for a second factor itself, if at all. */
  @Column('boolean', { name: 'is_sso' })
  isSso!: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'seen_at' })
  seenAt!: Date;

  @Column('timestamptz', { name: 'stepped_up_at', nullable: true })
  steppedUpAt!: Date | null;

  @Column('text', { nullable: true })
  ip!: string | null;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;
}
