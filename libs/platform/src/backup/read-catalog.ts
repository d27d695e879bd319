import type { Client } from 'pg';
import type { BackupSequence } from './backup-format.js';

/** What the migrations keep for themselves: made by running them. */
const MIGRATIONS_TABLE = 'migration';

export interface CatalogTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** On disk, with its partitions: what progress is told by. */
  readonly bytes: number;
}

const TABLES = `
  SELECT c.relname AS name,
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT coalesce(sum(pg_table_size(t.relid)), 0) FROM pg_partition_tree(c.oid) t)
      + CASE c.relkind WHEN 'r' THEN pg_table_size(c.oid) ELSE 0 END AS bytes
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> '${MIGRATIONS_TABLE}'
  ORDER BY c.relname`;

const REFERENCES = `
  SELECT DISTINCT child.relname AS child, parent.relname AS parent
  FROM pg_constraint k
    JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
    JOIN pg_namespace n ON n.oid = child.relnamespace
  WHERE k.contype = 'f' AND n.nspname = 'public' AND child.oid <> parent.oid`;

/** The schema's own tables; the queues' are made anew, for the documents of their jobs are in no backup. */
export async function readTables(client: Client): Promise<readonly CatalogTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; bytes: string }>(TABLES);
  const { rows: references } = await client.query<{ child: string; parent: string }>(REFERENCES);
  const tables = rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
  return inOrderOfReferences(tables, references);
}

function inOrderOfReferences(
  tables: readonly CatalogTable[],
  references: readonly { readonly child: string; readonly parent: string }[],
): readonly CatalogTable[] {
  const placed = new Set<string>();
  const isFree = ({ name }: CatalogTable): boolean =>
    references.every(({ child, parent }) => child !== name || placed.has(parent));
  const ordered: CatalogTable[] = [];
  for (let waiting = [...tables]; waiting.length > 0;) {
    const free = waiting.filter(isFree);
    if (free.length === 0) {
      throw new Error(
        `Tables refer to each other in a ring: ${waiting.map((one) => one.name).join(', ')}`,
      );
    }
    for (const table of free) placed.add(table.name);
    ordered.push(...free);
    waiting = waiting.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

const MONTHS = `
  SELECT to_char(to_date(right(c.relname, 6), 'YYYYMM'), 'YYYY-MM-DD') AS month
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'audit_row'::regclass AND c.relname ~ '_[0-9]{6}$'
  ORDER BY 1`;

export async function readMonths(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ month: string }>(MONTHS);
  return rows.map(({ month }) => month);
}

const SEQUENCES = `
  SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
  WHERE schemaname = 'public' AND sequencename <> '${MIGRATIONS_TABLE}_id_seq'
  ORDER BY 1`;

export async function readSequences(client: Client): Promise<readonly BackupSequence[]> {
  return (await client.query<BackupSequence>(SEQUENCES)).rows;
}

export async function readMigrations(client: Client): Promise<readonly string[]> {
  const table = await client.query<{ is: boolean }>(
    `SELECT to_regclass('${MIGRATIONS_TABLE}') IS NOT NULL AS is`,
  );
  if (!table.rows[0]?.is) return [];
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY id`,
  );
  return rows.map(({ name }) => name);
}

/** Of a table as it stands in a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const columnsOf = (columns: readonly string[]): string => columns.map(quoted).join(', ');
