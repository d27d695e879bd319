import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { Config, Database, type Statement } from '#platform';
import { EXTENSION_MS } from '../limits.js';

/** Whether the database can index vectors, and why not. */
export type ExtensionState =
  | { readonly kind: 'ready'; readonly version: string; /** Quoted. */ readonly schema: string }
  | { readonly kind: 'off' | 'missing' | 'closed' }
  | { readonly kind: 'too_old'; readonly version: string };

/** The first release that goes on looking until a narrowed search has found enough. */
const OLDEST = [0, 8] as const;

const FIND: Statement = {
  name: 'vector-extension',
  text: `SELECT e.extversion AS version, quote_ident(n.nspname) AS schema, has_schema_privilege(n.oid, 'USAGE') AS "isOpen"
    FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'`,
};

/** The extension `vector` of the gateway's database. It is never made here: what lies in the clear is for whoever runs it to decide. */
@Injectable()
export class VectorExtension {
  private readonly logger = new Logger('knowledge');
  private known: ExtensionState = { kind: 'off' };
  private askedMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** As it was moments ago. @throws where the database is away */
  async state(): Promise<ExtensionState> {
    if (!this.config.allowsPgvector) return this.known;
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.askedMs < EXTENSION_MS) return this.known;
    const [row] = await this.database.query<ExtensionRow>(FIND);
    const state = stateOf(row);
    if (state.kind !== this.known.kind) this.tell(state);
    this.known = state;
    this.askedMs = nowMs;
    return state;
  }

  /** Something showed that it is not as it was. */
  askAgain(): void {
    this.askedMs = Number.NEGATIVE_INFINITY;
  }

  private tell(state: ExtensionState): void {
    if (state.kind === 'ready') this.logger.log(`pgvector ${state.version} is used`);
    else this.logger.warn(`GW_PGVECTOR is on, and ${reasonOf(state)}`);
  }
}

interface ExtensionRow {
  readonly version: string;
  readonly schema: string;
  readonly isOpen: boolean;
}

function stateOf(row: ExtensionRow | undefined): ExtensionState {
  if (!row) return { kind: 'missing' };
  if (!isNewEnough(row.version)) return { kind: 'too_old', version: row.version };
  if (!row.isOpen) return { kind: 'closed' };
  return { kind: 'ready', version: row.version, schema: row.schema };
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** For people: what is wrong, and what to do. */
export function reasonOf(state: ExtensionState): string {
  switch (state.kind) {
    case 'ready':
      return 'the database can index vectors.';
    case 'off':
      return 'vectors are not kept in the clear here. Whoever runs the gateway sets GW_PGVECTOR=on.';
    case 'missing':
      return 'the database has no extension vector. Run CREATE EXTENSION vector in it, as its owner.';
    case 'too_old':
      return `its extension vector ${state.version} is too old. Install ${OLDEST.join('.')}.0 or later, and run ALTER EXTENSION vector UPDATE.`;
    case 'closed':
      return 'gateways may not use the schema of its extension vector. GRANT USAGE on it to gw_app.';
  }
}
