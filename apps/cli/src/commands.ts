import {
  exportAudit,
  fsckAudit,
  proveCall,
  recoverAudit,
  repairAudit,
  verifyAudit,
} from './commands/audit.js';
import { showEntry } from './commands/audit-show.js';
import { validateConfig } from './commands/config.js';
import { listOpenHolds, releaseOneHold } from './commands/holds.js';
import { generateKey } from './commands/key.js';
import { migrateDatabase } from './commands/migrate.js';
import { importPriceList } from './commands/price.js';
import { showSpend } from './commands/spend.js';

export interface Command {
  readonly name: readonly string[];
  readonly usage: string;
  readonly about: string;
  /** Anything behind its name is a mistake. */
  readonly takesNothing?: true;
  /** @returns the exit code */
  run(args: readonly string[]): Promise<number>;
}

export const COMMANDS: readonly Command[] = [
  {
    name: ['config', 'validate'],
    usage: 'config validate <file>',
    about: 'checks a settings file, offline',
    run: validateConfig,
  },
  {
    name: ['key', 'generate'],
    usage: 'key generate [--test]',
    about: 'prints a new virtual key for a settings file',
    run: generateKey,
  },
  {
    name: ['price', 'import'],
    usage:
      'price import <file> [--as provider=name …] [--rate USD:EUR=0.92 …] [--merge | --replace] [--all] [--activate]',
    about: 'reads a public price list; shows what would change, then changes it',
    run: importPriceList,
  },
  {
    name: ['audit', 'fsck'],
    usage: 'audit fsck',
    takesNothing: true,
    about: 'checks ledger, counters and log in the database',
    run: fsckAudit,
  },
  {
    name: ['audit', 'repair'],
    usage: 'audit repair',
    takesNothing: true,
    about: 'deals with rows that were set aside, on record',
    run: repairAudit,
  },
  {
    name: ['holds', 'list'],
    usage: 'holds list',
    takesNothing: true,
    about: 'lists the holds of open calls',
    run: listOpenHolds,
  },
  {
    name: ['holds', 'release'],
    usage: 'holds release <request-id>',
    about: 'frees the hold of a call that nobody ends, on record',
    run: releaseOneHold,
  },
  {
    name: ['audit', 'export'],
    usage: 'audit export <dir> [--organisation name] [--from n] [--to n]',
    about: 'writes the log so that anybody can verify it',
    run: exportAudit,
  },
  {
    name: ['audit', 'verify'],
    usage: 'audit verify <dir> [--key vkey] [--anchors file]',
    about: 'verifies an export, offline',
    run: verifyAudit,
  },
  {
    name: ['audit', 'proof'],
    usage: 'audit proof <request-id>',
    about: 'prints the inclusion proof of one call',
    run: proveCall,
  },
  {
    name: ['audit', 'recover'],
    usage: 'audit recover --accept-fork',
    about: 'lets a log that was set back to an older state go on, with an entry that says so',
    run: recoverAudit,
  },
  {
    name: ['audit', 'show'],
    usage: 'audit show <request-id> [--json]',
    about: 'prints the entry of one call',
    run: showEntry,
  },
  {
    name: ['spend'],
    usage: 'spend --by workload|model|key [--since 7d|date] [--until date] [--json]',
    about: 'sums up what was charged, from the ledger',
    run: showSpend,
  },
  {
    name: ['migrate'],
    usage: 'migrate',
    takesNothing: true,
    about: 'brings the database up to this release',
    run: migrateDatabase,
  },
];
