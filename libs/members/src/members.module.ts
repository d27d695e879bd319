import { Module } from '@nestjs/common';
import { SetUp } from './set-up.js';
import { Sessions } from './sign-in/sessions.js';
import { SignIn } from './sign-in/sign-in.js';
import { Throttle } from './sign-in/throttle.js';
import { AdminTokens } from './tokens.js';

@Module({
  providers: [Sessions, SignIn, Throttle, AdminTokens, SetUp],
  exports: [Sessions, SignIn, AdminTokens, SetUp],
})
export class MembersModule {}
