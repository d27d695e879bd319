/**
 * The people of an organisation: who they are, what they sign in with, what they may do, and the tokens
 * of programs that administer for them. Stored as TypeORM entities; no call passes through here.
 *
 * Invariants: passwords are argon2id hashes, values of cookies and tokens SHA-256, secrets of second
 * factors sealed. An account that is not there fails as a wrong password does. A session is no
 * virtual key and has no budget: who has spent everything can still administer.
 */
import { AdminToken } from './entities/admin-token.entity.js';
import { EmailProof } from './entities/email-proof.entity.js';
import { Invite } from './entities/invite.entity.js';
import { Mail } from './entities/mail.entity.js';
import { Member } from './entities/member.entity.js';
import { OidcFlow } from './entities/oidc-flow.entity.js';
import { RecoveryCode } from './entities/recovery-code.entity.js';
import { SecuritySettings } from './entities/security-settings.entity.js';
import { MemberSession } from './entities/session.entity.js';

export { arriving, type Actor, type ActorSession } from './actor.js';
export type { OidcPolicy, SecurityPolicy } from './entities/security-settings.entity.js';
export { AdminToken, Invite, Mail, Member, MemberSession, SecuritySettings };
export { EmailProofs } from './mail/email-proofs.js';
export { MemberMails } from './mail/member-mails.js';
export { MembersModule } from './members.module.js';
export { Invites } from './people/invites.js';
export { letBackIn } from './people/let-back-in.js';
export { expectMayManage, People, type MemberChange } from './people/people.js';
export { Security } from './people/security.js';
export { SecondFactor } from './second-factor/second-factor.js';
export { SetUp } from './set-up.js';
export { Oidc, type CameBack } from './sign-in/oidc.js';
export { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from './sign-in/password.js';
export { Sessions, type Browser } from './sign-in/sessions.js';
export { SignIn } from './sign-in/sign-in.js';
export { AdminTokens, isAdminToken } from './tokens.js';

/** For whoever opens the database. */
export const MEMBER_ENTITIES = [
  Member,
  MemberSession,
  RecoveryCode,
  Invite,
  EmailProof,
  Mail,
  OidcFlow,
  SecuritySettings,
  AdminToken,
];
