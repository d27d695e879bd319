import { IsBoolean, IsEmail, IsIn, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { ROLES, type Role } from '#contract';
import { IsLine } from '../http/expect-text.js';
import { MayBeLeftOut } from '../http/optional.js';
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from '#members';

const EMAIL_CHARS_MAX = 254;
const NAME_CHARS_MAX = 100;

export class SignInDto {
  @IsString()
  @MaxLength(EMAIL_CHARS_MAX)
  email!: string;

  @IsString()
  @MaxLength(PASSWORD_CHARS_MAX)
  password!: string;
}

export class SetUpDto {
  /** As the gateway prints it when it starts. */
  @IsString()
  @Length(16, 200)
  token!: string;

  /** Left out where a settings file names it. */
  @MayBeLeftOut()
  @IsLine(200)
  organisation_name?: string;

  @IsLine(NAME_CHARS_MAX)
  name!: string;

  @IsEmail({}, { message: 'email must be an e-mail address' })
  @MaxLength(EMAIL_CHARS_MAX)
  email!: string;

  @IsString()
  @Length(PASSWORD_CHARS_MIN, PASSWORD_CHARS_MAX, {
    message: `password must have at least ${PASSWORD_CHARS_MIN} characters`,
  })
  password!: string;
}

/** Whether anybody can sign in. */
export class SetUpView {
  /** Nobody has set the gateway up. */
  @IsBoolean()
  needed!: boolean;
}

/** Who is signed in. */
export class SessionView {
  @IsIn(['member', 'token'])
  kind!: 'member' | 'token';

  @IsString()
  id!: string;

  @IsString()
  name!: string;

  @IsIn(ROLES)
  role!: Role;

  /** Null for tokens. */
  @IsOptional()
  @IsString()
  email!: string | null;

  @IsBoolean()
  email_verified!: boolean;

  /** A second factor is set up. */
  @IsBoolean()
  totp!: boolean;

  /** The organisation asks for one, and nothing else can be done before. */
  @IsBoolean()
  totp_needed!: boolean;

  /** What asks for it may be done now. */
  @IsBoolean()
  stepped_up!: boolean;

  /** Mails go out by a server; else they lie in the mailbox. */
  @IsBoolean()
  mail_server!: boolean;

  @IsString()
  organisation_id!: string;

  @IsString()
  organisation_name!: string;
}

export class SignedInView {
  /** Until the code of the second factor came, nothing else can be done. */
  @IsBoolean()
  code_needed!: boolean;
}
