import { Module } from '@nestjs/common';
import { EmailProofs } from './mail/email-proofs.js';
import { MemberMails } from './mail/member-mails.js';
import { Invites } from './people/invites.js';
import { People } from './people/people.js';
import { Security } from './people/security.js';
import { SecondFactor } from './second-factor/second-factor.js';
import { SetUp } from './set-up.js';
import { Oidc } from './sign-in/oidc.js';
import { Sessions } from './sign-in/sessions.js';
import { SignIn } from './sign-in/sign-in.js';
import { Throttle } from './sign-in/throttle.js';
import { AdminTokens } from './tokens.js';

const SERVICES = [
  Sessions,
  SignIn,
  Oidc,
  SecondFactor,
  AdminTokens,
  SetUp,
  People,
  Invites,
  Security,
  EmailProofs,
  MemberMails,
];

@Module({ providers: [Throttle, ...SERVICES], exports: SERVICES })
export class MembersModule {}
