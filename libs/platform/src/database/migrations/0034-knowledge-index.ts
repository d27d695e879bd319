import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores whose vectors stand in an index of the database as well, in the clear. Nothing here needs the extension `vector`: its
 * types are named when the table of a store is made.
 */
export class KnowledgeIndex1763600000034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(KNOWLEDGE_INDEX);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const KNOWLEDGE_INDEX = `
ALTER TABLE knowledge_store ADD COLUMN engine text NOT NULL DEFAULT 'exact' CHECK (engine IN ('exact', 'pgvector'));

-- What stands here is made of the sealed vectors and can be made again: no backup has it, and a schema that was left by what
-- the database held before is of no use.
DROP SCHEMA IF EXISTS gw_vectors CASCADE;
CREATE SCHEMA gw_vectors;
GRANT USAGE ON SCHEMA gw_vectors TO gw_app;

-- Documents all of whose vectors stand in the table of their store.
CREATE TABLE gw_vectors.document (
  document_id uuid PRIMARY KEY REFERENCES knowledge_document ON DELETE CASCADE,
  store_id uuid NOT NULL
);
CREATE INDEX document_store ON gw_vectors.document (store_id);
GRANT SELECT, INSERT, DELETE ON gw_vectors.document TO gw_app;

CREATE FUNCTION gw_vectors.table_of(store uuid) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'of_' || replace(store::text, '-', '')
$$;

-- A table for each store, so that no search can see another's rows and no store costs another one its recall. Gateways may not
-- make tables: hence the definer's rights here and below.
CREATE FUNCTION gw_make_vectors(store uuid, dimensions int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text := gw_vectors.table_of(store);
  place text; -- The schema of the extension is for who installs it to choose.
BEGIN
  PERFORM FROM public.knowledge_store WHERE id = store AND engine = 'pgvector' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('gw_vectors.' || name)
      AND attname = 'embedding' AND NOT attisdropped AND atttypmod = dimensions) THEN RETURN; END IF;
  SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname = 'vector';
  IF place IS NULL THEN RAISE undefined_object USING MESSAGE = 'the extension vector is not there'; END IF;
  PERFORM public.gw_drop_vectors(store);
  EXECUTE format('CREATE TABLE gw_vectors.%I (document_id uuid NOT NULL, n int NOT NULL,
    embedding %I.vector(%s) NOT NULL, PRIMARY KEY (document_id, n))', name, place, dimensions);
  -- What has more than 2,000 numbers is found by halves of them, and put in order by the whole.
  IF dimensions <= 2000 THEN
    EXECUTE format('CREATE INDEX ON gw_vectors.%I USING hnsw (embedding %I.vector_cosine_ops)', name, place);
  ELSE
    EXECUTE format('CREATE INDEX ON gw_vectors.%I USING hnsw ((embedding::%I.halfvec(%s)) %I.halfvec_cosine_ops)',
      name, place, dimensions, place);
  END IF;
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON gw_vectors.%I TO gw_app', name);
END $$;

-- Of one store; whoever runs the database takes away all that lies in the clear by
-- SELECT gw_drop_vectors(id) FROM knowledge_store.
CREATE FUNCTION gw_drop_vectors(store uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('DROP TABLE IF EXISTS gw_vectors.%I', gw_vectors.table_of(store));
  DELETE FROM gw_vectors.document WHERE store_id = store;
  -- Who holds in memory what was indexed sees that it is old.
  UPDATE public.knowledge_store SET revision = revision + 1 WHERE id = store;
END $$;

-- What is deleted goes from the index too, whoever deletes it.
CREATE FUNCTION gw_vectors.forget_document() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text := gw_vectors.table_of(OLD.store_id);
BEGIN
  IF to_regclass('gw_vectors.' || name) IS NOT NULL THEN
    EXECUTE format('DELETE FROM gw_vectors.%I WHERE document_id = $1', name) USING OLD.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_vectors AFTER DELETE ON knowledge_document
  FOR EACH ROW EXECUTE FUNCTION gw_vectors.forget_document();

-- Before its documents go, which then find no table.
CREATE FUNCTION gw_vectors.forget_store() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('DROP TABLE IF EXISTS gw_vectors.%I', gw_vectors.table_of(OLD.id));
  RETURN OLD;
END $$;
CREATE TRIGGER forget_vectors BEFORE DELETE ON knowledge_store
  FOR EACH ROW EXECUTE FUNCTION gw_vectors.forget_store();

CREATE FUNCTION gw_vectors.leave_index() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.gw_drop_vectors(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER leave_index AFTER UPDATE OF engine ON knowledge_store
  FOR EACH ROW WHEN (NEW.engine = 'exact' AND OLD.engine <> 'exact') EXECUTE FUNCTION gw_vectors.leave_index();

REVOKE ALL ON FUNCTION gw_make_vectors, gw_drop_vectors FROM PUBLIC;
GRANT EXECUTE ON FUNCTION gw_make_vectors TO gw_app;
`;
