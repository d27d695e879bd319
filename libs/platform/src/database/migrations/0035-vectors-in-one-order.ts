import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whoever runs the database drops vectors behind whoever indexes, deletes or searches: the store first, as all others do, and its
 * table then. The other way round two of them waited for each other, and one failed.
 */
export class VectorsInOneOrder1763600000035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DROP_VECTORS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only. Restore a backup instead.'));
  }
}

const DROP_VECTORS = `
CREATE OR REPLACE FUNCTION gw_drop_vectors(store uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.knowledge_store WHERE id = store FOR NO KEY UPDATE;
  EXECUTE format('DROP TABLE IF EXISTS gw_vectors.%I', gw_vectors.table_of(store));
  DELETE FROM gw_vectors.document WHERE store_id = store;
  -- Who holds in memory what was indexed sees that it is old.
  UPDATE public.knowledge_store SET revision = revision + 1 WHERE id = store;
END $$;
`;
