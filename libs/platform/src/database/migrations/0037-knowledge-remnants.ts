import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A document goes at once, and what lay beside it some rows at a time: gigabytes are more than one statement may take, and all of
 * it or nothing was nothing.
 */
export class KnowledgeRemnants1763600000037 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REMNANTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const REMNANTS = `
-- Documents that are gone, and whose file, text and vectors are not all yet.
CREATE TABLE knowledge_remnant (
  document_id uuid PRIMARY KEY,
  store_id uuid NOT NULL
);
CREATE INDEX knowledge_remnant_store ON knowledge_remnant (store_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_remnant TO gw_app;

-- Whoever writes a row of these holds its document meanwhile, so none is written behind its end.
ALTER TABLE knowledge_source DROP CONSTRAINT knowledge_source_document_id_fkey;
ALTER TABLE knowledge_passage DROP CONSTRAINT knowledge_passage_document_id_fkey;
ALTER TABLE knowledge_vectors DROP CONSTRAINT knowledge_vectors_document_id_fkey;

CREATE FUNCTION gw_leave_remnant() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.knowledge_remnant (document_id, store_id) VALUES (OLD.id, OLD.store_id);
  RETURN NULL;
END $$;
CREATE TRIGGER leave_remnant AFTER DELETE ON knowledge_document
  FOR EACH ROW EXECUTE FUNCTION gw_leave_remnant();
`;
