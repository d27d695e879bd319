import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What `gw_app` may do is split by what is done. It records; `gw_seal` takes what is pending into the
 * log; `gw_retention` deletes what may be deleted at all. Whoever only records can no longer set a head
 * back, or take a row out of the queue before it is sealed.
 *
 * Tables that are changed in one way only refuse the other ways to everybody, as the log does.
 */
export class RolesOfTheLog1763600000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [ROLES, RIGHTS, GUARDS]) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const ROLES = `
DO $$
DECLARE
  made text;
  login regrole;
BEGIN
  FOREACH made IN ARRAY ARRAY['gw_seal', 'gw_retention'] LOOP
    -- Roles belong to the server, not to this database, so another one may have made it already.
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', made);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    EXECUTE format('GRANT %I TO CURRENT_USER', made);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', made);
  END LOOP;
  -- Who has sealed as gw_app until now goes on doing so.
  FOR login IN
    SELECT DISTINCT m.member::regrole FROM pg_auth_members m
    WHERE m.roleid = 'gw_app'::regrole AND NOT pg_has_role(m.member, 'gw_seal', 'MEMBER')
  LOOP
    EXECUTE format('GRANT gw_seal TO %s', login);
  END LOOP;
END $$;
`;

const RIGHTS = `
REVOKE INSERT ON audit_leaf, audit_tile, audit_checkpoint FROM gw_app;
REVOKE INSERT, UPDATE, DELETE ON audit_head FROM gw_app;
REVOKE UPDATE, DELETE ON audit_pending, audit_private FROM gw_app;

GRANT SELECT ON audit_pending, audit_leaf, audit_tile, audit_head, audit_checkpoint,
  audit_set_aside TO gw_seal;
GRANT INSERT ON audit_leaf, audit_tile, audit_checkpoint, audit_head, audit_set_aside TO gw_seal;
GRANT UPDATE ON audit_head, audit_set_aside TO gw_seal;
GRANT DELETE ON audit_pending TO gw_seal;

GRANT SELECT, DELETE ON audit_private TO gw_retention;
`;

const GUARDS = `
DO $$
DECLARE
  guarded text;
  refused text;
BEGIN
  FOR guarded, refused IN VALUES
    ('audit_head', 'DELETE'), ('audit_pending', 'UPDATE'), ('audit_private', 'UPDATE')
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE %s ON %I
      FOR EACH ROW EXECUTE FUNCTION gw_refuse_change()', refused, guarded);
    EXECUTE format('CREATE TRIGGER never_truncated BEFORE TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION gw_refuse_change()', guarded);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER append_only', guarded);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER never_truncated', guarded);
  END LOOP;
END $$;
`;
