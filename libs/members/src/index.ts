/**
 * The people of an organisation: who they are, what they sign in with, what they may do, and the tokens
 * of programs that administer for them. Stored as TypeORM entities; no call passes through here.
 *
 * Invariants: passwords are argon2id hashes, values of cookies and tokens SHA-256, secrets of second
 * factors sealed. An account that is not there fails as a wrong password does. A session is no
 * virtual key and has no budget: who has spent everything can still administer.
 */
import { AdminToken } from './entities/admin-token.entity.js';
import { Member } from './entities/member.entity.js';
import { MemberSession } from './entities/session.entity.js';

export type { Actor, ActorSession } from './actor.js';
export { AdminToken, Member, MemberSession };
export { MembersModule } from './members.module.js';
export { SetUp } from './set-up.js';
export { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from './sign-in/password.js';
export { Sessions, type Browser } from './sign-in/sessions.js';
export { SignIn, type SignedIn } from './sign-in/sign-in.js';
export { AdminTokens, isAdminToken } from './tokens.js';

/** For whoever opens the database. */
export const MEMBER_ENTITIES = [Member, MemberSession, AdminToken];
