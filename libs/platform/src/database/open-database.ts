import { DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';
import type { Clock } from '#kernel';
import { Database } from './database.js';
import { MIGRATIONS } from './migrations/index.js';

export interface DatabaseOptions {
  readonly url: string;
  /** Connections of this process. */
  readonly poolSize: number;
  /** Works as `gw_app`, which may append to the log and the ledger but never change them. */
  readonly asApp: boolean;
  /** Statements may take long: an operator's check of the whole log, say. */
  readonly isPatient?: boolean;
  readonly clock?: Clock;
  /** Of whoever keeps things that are no calls: repositories of them come from `Database.entities`. */
  readonly entities?: readonly EntityTarget<ObjectLiteral>[];
  /** That it can apply; every one of this release unless given. */
  readonly migrations?: typeof MIGRATIONS;
}

const STATEMENT_TIMEOUT_MS = 10_000; // Nothing the gateway asks takes longer; a stuck query must end.
const QUERY_TIMEOUT_MS = 12_000; // The same on our side, for a server that is gone without a word.
const CONNECT_TIMEOUT_MS = 2_000; // The waiting call gets its 503 while its client still listens.

/** @throws when the server cannot be reached or refuses the credentials */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: options.url,
    poolSize: options.poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    entities: [...(options.entities ?? [])] as Function[],
    migrations: options.migrations ?? MIGRATIONS,
    migrationsTableName: 'migration',
    extra: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      ...(!options.isPatient && { query_timeout: QUERY_TIMEOUT_MS }),
      ...(options.asApp && { options: '-c role=gw_app' }),
    },
  });
  await dataSource.initialize();
  return new Database(dataSource, options.isPatient ? null : options.url, options.clock);
}
