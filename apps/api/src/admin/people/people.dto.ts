import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsEmail,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Length,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { ROLES, type Role } from '#contract';
import {
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  type AdminToken,
  type Invite,
  type Mail,
  type Member,
  type MemberSession,
} from '#members';
import { IsMoment } from '#workloads';
import { IsLine } from '../http/expect-text.js';
import { MayBeLeftOut } from '../http/optional.js';

const EMAIL_CHARS_MAX = 254;
const NAME_CHARS_MAX = 100;
const LOWER_ROLES = ['admin', 'member', 'auditor'] as const;

const IsPassword = () =>
  Length(PASSWORD_CHARS_MIN, PASSWORD_CHARS_MAX, {
    message: `$property must have at least ${PASSWORD_CHARS_MIN} characters`,
  });

export class CodeDto {
  /** Six digits of the authenticator, or a recovery code. */
  @IsString()
  @Length(6, 30)
  code!: string;
}

/** One of the two. */
export class StepUpDto {
  @MayBeLeftOut()
  @IsString()
  @MaxLength(PASSWORD_CHARS_MAX)
  password?: string;

  @MayBeLeftOut()
  @IsString()
  @Length(6, 30)
  code?: string;
}

export class AccountDto {
  @IsLine(NAME_CHARS_MAX)
  name!: string;
}

export class PasswordChangeDto {
  @IsString()
  @MaxLength(PASSWORD_CHARS_MAX)
  current!: string;

  @IsString()
  @IsPassword()
  password!: string;
}

export class AddressDto {
  @IsString()
  @MaxLength(EMAIL_CHARS_MAX)
  email!: string;
}

export class TokenDto {
  /** As the link of the mail has it. */
  @IsString()
  @Length(16, 200)
  token!: string;
}

export class NewPasswordDto extends TokenDto {
  @IsString()
  @IsPassword()
  password!: string;
}

/** The token of the link, or the code of the mail with whose it is. */
export class VerifyDto {
  @MayBeLeftOut()
  @IsString()
  @Length(16, 200)
  token?: string;

  @MayBeLeftOut()
  @Matches(/^\d{6}$/, { message: 'code must be six digits' })
  code?: string;
}

export class AcceptDto extends TokenDto {
  @IsLine(NAME_CHARS_MAX)
  name!: string;

  @IsString()
  @IsPassword()
  password!: string;
}

export class InviteDto {
  @IsEmail({}, { message: 'email must be an e-mail address' })
  @MaxLength(EMAIL_CHARS_MAX)
  email!: string;

  @IsIn(ROLES)
  role!: Role;
}

export class MemberPatchDto {
  @MayBeLeftOut()
  @IsLine(NAME_CHARS_MAX)
  name?: string;

  @MayBeLeftOut()
  @IsIn(ROLES)
  role?: Role;

  @MayBeLeftOut()
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';
}

export class AdminTokenDto {
  @IsLine(NAME_CHARS_MAX)
  name!: string;

  @IsIn(LOWER_ROLES)
  role!: Exclude<Role, 'owner'>;

  /** Left out, it holds until it is revoked. */
  @IsOptional()
  @IsMoment()
  expires_at?: string | null;
}

export class MemberView {
  @IsString() id!: string;
  @IsString() name!: string;
  @IsString() email!: string;
  @IsIn(ROLES) role!: Role;
  @IsIn(['active', 'disabled']) status!: 'active' | 'disabled';
  @IsBoolean() email_verified!: boolean;
  /** A second factor is set up. */
  @IsBoolean() totp!: boolean;
  /** Comes by single sign-on. */
  @IsBoolean() sso!: boolean;
  @IsDate() created_at!: Date;
  @IsOptional() @IsDate() last_seen_at!: Date | null;
  @IsInt() version!: number;
}

export const memberView = (member: Member): MemberView => ({
  id: member.id,
  name: member.name,
  email: member.email,
  role: member.role,
  status: member.status,
  email_verified: member.emailVerifiedAt !== null,
  totp: member.totpConfirmedAt !== null,
  sso: member.oidcSubject !== null,
  created_at: member.createdAt,
  last_seen_at: member.lastSeenAt,
  version: member.version,
});

export class InviteView {
  @IsString() id!: string;
  @IsString() email!: string;
  @IsIn(ROLES) role!: Role;
  @IsOptional() @IsString() invited_by!: string | null;
  @IsDate() created_at!: Date;
  @IsDate() expires_at!: Date;
}

export const inviteView = (invite: Invite): InviteView => ({
  id: invite.id,
  email: invite.email,
  role: invite.role,
  invited_by: invite.invitedBy,
  created_at: invite.createdAt,
  expires_at: invite.expiresAt,
});

export class OpenSessionView {
  @IsString() id!: string;
  /** The one that asks. */
  @IsBoolean() current!: boolean;
  @IsDate() created_at!: Date;
  @IsDate() seen_at!: Date;
  @IsOptional() @IsString() ip!: string | null;
  @IsOptional() @IsString() user_agent!: string | null;
}

export const sessionView = (session: MemberSession, current: string): OpenSessionView => ({
  id: session.id,
  current: session.id === current,
  created_at: session.createdAt,
  seen_at: session.seenAt,
  ip: session.ip,
  user_agent: session.userAgent,
});

export class AdminTokenView {
  /** Public, part of the token. */
  @IsString() id!: string;
  @IsString() name!: string;
  @IsIn(LOWER_ROLES) role!: Exclude<Role, 'owner'>;
  @IsOptional() @IsString() created_by!: string | null;
  @IsDate() created_at!: Date;
  @IsOptional() @IsDate() expires_at!: Date | null;
  @IsOptional() @IsDate() last_used_at!: Date | null;
  @IsOptional() @IsDate() revoked_at!: Date | null;
}

export const tokenView = (token: AdminToken): AdminTokenView => ({
  id: token.id,
  name: token.name,
  role: token.role,
  created_by: token.createdBy,
  created_at: token.createdAt,
  expires_at: token.expiresAt,
  last_used_at: token.lastUsedAt,
  revoked_at: token.revokedAt,
});

export class NewTokenView extends AdminTokenView {
  /** Shown now and never again. */
  @IsString() token!: string;
}

export const newTokenView = (token: AdminToken, text: string): NewTokenView =>
  Object.assign(tokenView(token), { token: text });

export class NewFactorView {
  /** For those who type it. */
  @IsString() secret!: string;
  /** For those who scan it: `otpauth://…`. */
  @IsString() uri!: string;
}

export class RecoveryCodesView {
  /** Shown now and never again; each counts once. */
  @IsArray() @IsString({ each: true }) recovery_codes!: readonly string[];
}

export class MailView {
  @IsString() id!: string;
  @IsString() to!: string;
  @IsString() subject!: string;
  @IsString() text!: string;
  @IsDate() created_at!: Date;
}

export const mailView = (mail: Mail): MailView => ({
  id: mail.id,
  to: mail.recipient,
  subject: mail.subject,
  text: mail.body,
  created_at: mail.createdAt,
});

export class OidcDto {
  @IsUrl(
    {
      require_tld: false,
      protocols: ['http', 'https'],
      require_protocol: true,
      disallow_auth: true,
    },
    { message: 'issuer must be an https address' },
  )
  @MaxLength(500)
  issuer!: string;

  @IsString()
  @Length(1, 200)
  client_id!: string;

  /** Never answered. Left out, the one there is stays. */
  @MayBeLeftOut()
  @IsString()
  @Length(1, 500)
  client_secret?: string;

  /** Role of who comes for the first time; null: who is no member stays out. */
  @IsOptional()
  @IsIn(LOWER_ROLES)
  new_members?: Exclude<Role, 'owner'> | null;

  /** Claim that lists a person's groups. */
  @IsOptional()
  @IsString()
  @Length(1, 100)
  group_claim?: string | null;

  /** Role by group; the strongest counts. */
  @MayBeLeftOut()
  @IsObject()
  roles?: Record<string, Exclude<Role, 'owner'>>;

  /** Passwords count for owners alone. */
  @IsBoolean()
  required = false;
}

export class SecurityDto {
  @IsIn(['off', 'optional', 'required'])
  totp!: 'off' | 'optional' | 'required';

  /** Of addresses that may be invited or come by single sign-on; empty for any. */
  @IsArray()
  @ArrayMaxSize(100)
  @Matches(/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/, {
    each: true,
    message: 'each must be a domain in small letters, as in example.com',
  })
  domains!: string[];

  @IsOptional()
  @ValidateNested()
  @Type(() => OidcDto)
  oidc?: OidcDto | null;
}

export class SecurityView {
  @IsIn(['off', 'optional', 'required']) totp!: 'off' | 'optional' | 'required';
  @IsArray() @IsString({ each: true }) domains!: readonly string[];
  @IsOptional() @ValidateNested() @Type(() => OidcDto) oidc!: OidcDto | null;
  /** What the identity provider must know. */
  @IsString() redirect_uri!: string;
  /** A client secret is kept. */
  @IsBoolean() has_client_secret!: boolean;
  @IsInt() version!: number;
}

export class OidcView {
  /** People may sign in by an identity provider. */
  @IsBoolean() enabled!: boolean;
}

export class OidcTestView {
  /** Where the browser goes: it comes back to the Console with what the provider said. */
  @IsString() url!: string;
}
