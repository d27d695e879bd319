import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * People and what they sign in with, tokens of the admin API, mails where no server sends them, secrets of
 * providers that were typed in, and a version of all that people edit, so that two edits are told apart.
 */
export class People1763600000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [VERSIONS, PEOPLE, ADMIN, GRANTS]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const VERSIONS = `
ALTER TABLE organisation ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE provider ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE alias ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE workload
  ADD COLUMN version int NOT NULL DEFAULT 1,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN owner_id uuid;
ALTER TABLE virtual_key
  ADD COLUMN version int NOT NULL DEFAULT 1,
  ADD COLUMN created_by uuid,
  ADD COLUMN last_used_at timestamptz,
  -- The key that takes its place; it goes on until expires_at.
  ADD COLUMN rotated_to text REFERENCES virtual_key (id) ON DELETE SET NULL;
CREATE INDEX credit_entry_org ON credit_entry (org_id, id);
CREATE INDEX virtual_key_org ON virtual_key (org_id, created_at, id);
`;

const PEOPLE = `
CREATE TABLE member (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'auditor')),
  -- argon2id with its parameters; null for who comes by single sign-on only.
  password_hash text,
  email_verified_at timestamptz,
  -- Sealed with a key of the instance.
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The newest step a code was taken for: none counts twice.
  totp_step bigint,
  -- Of its provider, once it came by single sign-on.
  oidc_subject text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz,
  version int NOT NULL DEFAULT 1,
  UNIQUE (email)
);
CREATE INDEX member_org ON member (org_id);
CREATE UNIQUE INDEX member_oidc ON member (org_id, oidc_subject) WHERE oidc_subject IS NOT NULL;

CREATE TABLE member_session (
  -- Public: a session is listed and ended by it.
  id uuid PRIMARY KEY,
  -- SHA-256 of the value in the cookie.
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  member_id uuid NOT NULL REFERENCES member ON DELETE CASCADE,
  -- False between the password and the code of the second factor.
  is_complete boolean NOT NULL DEFAULT true,
  -- Begun at an identity provider.
  is_sso boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  stepped_up_at timestamptz,
  ip text,
  user_agent text
);
CREATE INDEX member_session_member ON member_session (member_id);

CREATE TABLE recovery_code (
  member_id uuid NOT NULL REFERENCES member ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (member_id, code_hash)
);
CREATE TABLE invite (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'auditor')),
  token_hash bytea NOT NULL UNIQUE,
  invited_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz
);
-- That an address is its member's, or a new password: a link, and a code to type.
CREATE TABLE email_proof (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('verify', 'reset')),
  token_hash bytea NOT NULL UNIQUE,
  code_hash bytea,
  attempts int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX email_proof_member ON email_proof (member_id, kind, created_at DESC);
CREATE TABLE mail (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_org ON mail (org_id, created_at DESC);
-- Failures to sign in, by a hash of who tried and from where.
CREATE TABLE sign_in_failure (
  who bytea PRIMARY KEY,
  failures int NOT NULL,
  since timestamptz NOT NULL,
  blocked_until timestamptz
);
CREATE TABLE oidc_flow (
  state_hash bytea PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  -- Verifier, nonce and where to go back to, sealed.
  content bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Sign-in of an organisation: single sign-on, second factor, length of sessions.
CREATE TABLE security_settings (
  org_id uuid PRIMARY KEY REFERENCES organisation ON DELETE CASCADE,
  settings jsonb NOT NULL,
  -- Of the client at the identity provider, sealed.
  oidc_secret bytea,
  version int NOT NULL DEFAULT 1
);
`;

const ADMIN = `
CREATE TABLE admin_token (
  -- Public: 8 characters of the token itself.
  id text PRIMARY KEY CHECK (id ~ '^[0-9A-Za-z]{8}$'),
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  name text NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  role text NOT NULL CHECK (role IN ('admin', 'member', 'auditor')),
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX admin_token_org ON admin_token (org_id);

-- What a create with an Idempotency-Key answered, sealed: it may show a secret.
CREATE TABLE admin_request (
  actor text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  answer bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (actor, key)
);
CREATE INDEX admin_request_age ON admin_request (created_at);

-- Of providers, typed into the Console: sealed with a key of the organisation, never shown again.
CREATE TABLE provider_secret (
  id uuid PRIMARY KEY,
  org_id uuid NOT NULL REFERENCES organisation ON DELETE CASCADE,
  sealed bytea NOT NULL,
  last4 text NOT NULL,
  -- First hex digits of an HMAC: tells two apart, and nothing else.
  fingerprint text NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX provider_secret_org ON provider_secret (org_id);
`;

const TABLES = [
  'member',
  'member_session',
  'recovery_code',
  'invite',
  'email_proof',
  'mail',
  'sign_in_failure',
  'oidc_flow',
  'security_settings',
  'admin_token',
  'admin_request',
  'provider_secret',
].join(', ');
const GRANTS = `GRANT SELECT, INSERT, UPDATE, DELETE ON ${TABLES} TO gw_app`;
