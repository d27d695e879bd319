import { anonymizeFile } from './commands/anonymize.js';
import {
  eraseAudit,
  exportAudit,
  fsckAudit,
  recoverAudit,
  repairAudit,
  rotateAuditKey,
  verifyAudit,
} from './commands/audit.js';
import { proveCall, proveGrowth, showCheckpoint } from './commands/audit-proofs.js';
import { retainAudit } from './commands/audit-retain.js';
import { showEntry } from './commands/audit-show.js';
import { applyConfig, planConfig } from './commands/config-code.js';
import { backUp } from './commands/backup.js';
import { validateConfig } from './commands/config.js';
import { replayAutoPolicy } from './commands/auto.js';
import { importSettings } from './commands/import.js';
import { listOpenHolds, releaseOneHold } from './commands/holds.js';
import { examine } from './commands/doctor.js';
import { addCredit, listCredit } from './commands/credit.js';
import { generateKey, revokeKey } from './commands/key.js';
import { listMembers, resetMember } from './commands/member.js';
import { migrateDatabase } from './commands/migrate.js';
import { readFilePages } from './commands/ocr.js';
import { importPriceList } from './commands/price.js';
import { restore } from './commands/restore.js';
import { explainOneRoute } from './commands/route.js';
import { simulateLoad } from './commands/sim.js';
import { showSpend } from './commands/spend.js';
import { importModel } from './commands/typed-import.js';
import { verifyTypedModels } from './commands/typed.js';

export interface Command {
  readonly name: readonly string[];
  readonly usage: string;
  readonly about: string;
  /** Each word and option of `usage`, with its unit and what holds without it. */
  readonly options?: readonly (readonly [option: string, about: string])[];
  /** Anything behind its name is a mistake. */
  readonly takesNothing?: true;
  /** @returns the exit code */
  run(args: readonly string[]): Promise<number>;
}

const ORGANISATION = [
  '--organisation name',
  'whose log; not needed where there is only one organisation',
] as const;
const REQUEST_ID = ['<request-id>', 'of the call, as its answer carried it'] as const;

export const COMMANDS: readonly Command[] = [
  {
    name: ['config', 'validate'],
    usage: 'config validate <file>',
    about: 'checks a settings file, offline',
    options: [['<file>', 'the settings file, YAML; no database and no secret is needed']],
    run: validateConfig,
  },
  {
    name: ['doctor'],
    usage: 'doctor',
    about: 'looks at disk, settings, stores, clock, providers and models, and says what to do',
    takesNothing: true,
    run: examine,
  },
  {
    name: ['import'],
    usage:
      'import litellm|portkey|bifrost|openrouter <file> [--keys file] [--out name] [--organisation name] [--sandbox address]',
    about:
      'makes a settings file of what another gateway is set up with, and says what did not fit',
    options: [
      [
        '<file>',
        'config.yaml of LiteLLM, a config of Portkey, config.json of Bifrost, or a request to OpenRouter',
      ],
      [
        '--keys file',
        'what /key/list?return_full_object=true of LiteLLM says: each key becomes a workload',
      ],
      [
        '--out name',
        'writes <name>.yaml, <name>.env with keys, and <name>.md with what did not fit; gateway',
      ],
      ['--organisation name', 'what the organisation is called'],
      [
        '--sandbox address',
        'leads everything to the sandbox, to be tried at no cost, as in http://127.0.0.1:9901',
      ],
    ],
    run: importSettings,
  },
  {
    name: ['config', 'plan'],
    usage: 'config plan <file> [--url address] [--prune]',
    about: 'shows what a document would change of a running gateway; the token is GW_ADMIN_TOKEN',
    options: [
      ['<file>', 'settings as a file has them; sections that it leaves out stay'],
      ['--url', 'of the gateway, http://127.0.0.1:8080 unless said'],
      ['--prune', 'what the document does not name goes'],
    ],
    run: planConfig,
  },
  {
    name: ['config', 'apply'],
    usage: 'config apply <file> --plan hash [--url address] [--prune]',
    about: 'changes it, if nothing has moved since the plan; the token is GW_ADMIN_TOKEN',
    options: [
      ['<file>', 'the document of the plan'],
      ['--plan', 'the hash that gw config plan shows'],
      ['--url', 'of the gateway, http://127.0.0.1:8080 unless said'],
      ['--prune', 'as in the plan'],
    ],
    run: applyConfig,
  },
  {
    name: ['typed', 'verify'],
    usage: 'typed verify [<folder>]',
    about:
      'hashes, loads and tries the models of typed decisions, as the gateway does at its start',
    options: [['<folder>', 'as GW_TYPED_MODELS_DIR names it; the models that ship unless said']],
    run: verifyTypedModels,
  },
  {
    name: ['typed', 'import'],
    usage:
      'typed import <folder> --to folder --adapter nli-pair|packed-encoder --name name --license license [--model-version 1.0.0] [--max-tokens 512] [--hypothesis text] [--option-marker token] [--question-marker token]',
    about: 'checks a model of your own and puts it where gw/typed can be served from it',
    options: [
      ['<folder>', 'with model.onnx, tokenizer.json and, for nli-pair, config.json'],
      ['--to', 'the folder for GW_TYPED_MODELS_DIR; the router that ships is put beside it'],
      ['--adapter', 'nli-pair (a sequence classifier) or packed-encoder (a logit at each marker)'],
      ['--name', 'of the model, for logs and health'],
      ['--license', 'that it may be used under'],
      ['--model-version', '1.0.0 unless said'],
      ['--max-tokens', 'of one sequence, 16 to 4096, 512 unless said'],
      [
        '--hypothesis',
        'of nli-pair, with {question} and {option}; "{question} {option}" unless said',
      ],
      ['--option-marker', 'of packed-encoder: the token before each option'],
      ['--question-marker', 'of packed-encoder: the token before the question, none unless said'],
    ],
    run: importModel,
  },
  {
    name: ['auto', 'replay'],
    usage: 'auto replay --file settings.yaml [--days 7] [--url address] [--json]',
    about:
      'shows what past calls to gw/auto would have taken by another policy, and cost; the token is GW_ADMIN_TOKEN',
    options: [
      ['--file', 'a settings file or a part of one, of which organisation.auto is taken'],
      ['--days', '1 to 90, 7 unless said'],
      ['--url', 'of the gateway, http://127.0.0.1:8080 unless said'],
      ['--json', 'as JSON'],
    ],
    run: replayAutoPolicy,
  },
  {
    name: ['anonymize'],
    usage:
      'anonymize <file> [--entities kinds] [--remove term]... [--mapping] [--job] [--out path] [--url address]',
    about: 'has a running gateway take personal data out of a document; the key is GW_API_KEY',
    options: [
      ['<file>', 'PDF, an image, DOCX, PPTX, XLSX, ODT, CSV, HTML, mail or text'],
      ['--entities', 'kinds, parted by commas; those that the organisation protects unless said'],
      ['--remove', 'a term to take out as well'],
      ['--mapping', 'tells which tag stands for what'],
      ['--job', 'in the background, for large documents: up to 200 MiB and 1,000 pages'],
      ['--out', 'of the result, which lies beside the file unless said'],
      ['--url', 'of the gateway, http://127.0.0.1:8080 unless said'],
    ],
    run: anonymizeFile,
  },
  {
    name: ['ocr'],
    usage:
      'ocr <file> [--languages codes] [--pages list] [--json] [--out path] [--model name] [--url address]',
    about: 'has a running gateway read the pages of a document as markdown; the key is GW_API_KEY',
    options: [
      ['<file>', 'PDF, an image, DOCX, ODT, RTF, XLSX, PPTX, CSV, HTML, mail or text'],
      ['--languages', 'to recognise, such as pol,eng; the document or the page tells unless said'],
      ['--pages', 'from 0, such as 0-3,7; all unless said'],
      ['--json', 'the whole answer, with tables, sources and warnings'],
      ['--out', 'a file to write; the text is printed unless said'],
      ['--model', 'gw/ocr on the gateway itself unless said'],
      ['--url', 'of the gateway, http://127.0.0.1:8080 unless said'],
    ],
    run: readFilePages,
  },
  {
    name: ['member', 'list'],
    usage: 'member list',
    about: 'lists who may sign in to the Console',
    takesNothing: true,
    run: listMembers,
  },
  {
    name: ['member', 'reset'],
    usage: 'member reset <e-mail>',
    about: 'prints a link for a new password and ends second factor and sessions, on record',
    options: [['<e-mail>', 'of a member who cannot sign in any more']],
    run: resetMember,
  },
  {
    name: ['key', 'generate'],
    usage: 'key generate [--test]',
    about: 'prints a new virtual key for a settings file',
    options: [['--test', 'a key that begins with gw_test_; without it, with gw_live_']],
    run: generateKey,
  },
  {
    name: ['key', 'revoke'],
    usage: 'key revoke <id>',
    about: 'revokes a virtual key for good, on every replica, on record',
    options: [['<id>', 'the eight characters behind gw_live_ or gw_test_; the whole key will do']],
    run: revokeKey,
  },
  {
    name: ['price', 'import'],
    usage:
      'price import <file> [--as provider=name …] [--rate USD:EUR=0.92 …] [--merge | --replace] [--all] [--activate | --approve]',
    about: 'reads a public price list; shows what would change, then changes it',
    options: [
      ['<file>', 'the list, JSON, prices in US dollars for each token'],
      [
        '--as provider=name',
        "the list's provider, and its name in this gateway; repeat it for more",
      ],
      [
        '--rate USD:EUR=0.92',
        'what one unit of the first currency is in the second; repeat it for more',
      ],
      ['--merge', 'models in force that the file does not name stay'],
      ['--replace', 'they go; one of the two is needed where there are such models'],
      ['--all', 'shows every line; without it, the first twenty of each kind'],
      ['--activate', 'puts the list into force unless a price moves by more than a fifth'],
      ['--approve', 'puts it into force whatever moves; without either nothing is changed'],
    ],
    run: importPriceList,
  },
  {
    name: ['route', 'explain'],
    usage:
      'route explain <model> [--file settings.yaml] [--workload name] [--operation kind] [--format name] [--stored] [--json]',
    about: 'shows where a request would go, and what stands in the way of each endpoint, offline',
    options: [
      ['<model>', 'as callers write it: <provider>/<model>, or an alias'],
      ['--file settings.yaml', 'the settings; GW_CONFIG_FILE unless given'],
      ['--workload name', 'who asks; the first of the file unless given'],
      ['--operation kind', 'chat, complete, embed, draw or forward; chat unless given'],
      [
        '--format name',
        'what the caller speaks: chat, messages, gemini or responses; chat unless given',
      ],
      ['--stored', 'the request goes on with a stored response'],
      ['--json', 'for programs: one object; without it, text'],
    ],
    run: explainOneRoute,
  },
  {
    name: ['credit', 'add'],
    usage:
      'credit add <organisation> <amount> [--kind purchase|grant|expire|refund] [--reference text] [--expires day]',
    about: 'books prepaid credit, or takes it',
    options: [
      ['<organisation>', 'its name'],
      ['<amount>', "a decimal above 0, in the organisation's currency"],
      [
        '--kind',
        'purchase or grant bring credit, expire or refund take what is left of it; purchase unless given',
      ],
      ['--reference text', 'of an invoice, say: what is booked under it is not booked twice'],
      [
        '--expires day',
        "the last day on which it can be spent, in the organisation's time zone, as in 2027-12-31",
      ],
    ],
    run: addCredit,
  },
  {
    name: ['credit', 'list'],
    usage: 'credit list <organisation> [--json]',
    about: 'lists what was booked as credit, and what is left',
    options: [
      ['<organisation>', 'its name'],
      ['--json', 'for programs: one object; without it, a table'],
    ],
    run: listCredit,
  },
  {
    name: ['audit', 'fsck'],
    usage: 'audit fsck',
    takesNothing: true,
    about: 'checks ledger, counters and log in the database, and the counters in Redis',
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
    options: [['<request-id>', 'of the call; gw holds list shows them']],
    run: releaseOneHold,
  },
  {
    name: ['audit', 'export'],
    usage: 'audit export <dir> [--organisation name] [--from n] [--to n]',
    about: 'writes the log so that anybody can verify it',
    options: [
      ['<dir>', 'the folder to write into; made where it is not there'],
      ORGANISATION,
      ['--from n', 'the first row, counted from 0; 0 unless given'],
      [
        '--to n',
        'the row to stop before, or the next checkpoint behind it; the newest one unless given',
      ],
    ],
    run: exportAudit,
  },
  {
    name: ['audit', 'verify'],
    usage: 'audit verify <dir> [--key vkey] [--anchors file]',
    about: 'verifies an export, offline',
    options: [
      ['<dir>', 'the folder of the export'],
      [
        '--key vkey',
        'the verifier key that you trust; without it, the one that came with the export',
      ],
      ['--anchors file', 'a copy of audit-anchors.txt to compare with; without it none is'],
    ],
    run: verifyAudit,
  },
  {
    name: ['audit', 'proof'],
    usage: 'audit proof <request-id>',
    about: 'prints the inclusion proof of one call',
    options: [REQUEST_ID],
    run: proveCall,
  },
  {
    name: ['audit', 'checkpoint'],
    usage: 'audit checkpoint [--organisation name]',
    about: 'prints the newest signed checkpoint of a log',
    options: [ORGANISATION],
    run: showCheckpoint,
  },
  {
    name: ['audit', 'consistency'],
    usage: 'audit consistency <from> <to> [--organisation name]',
    about: 'proves that a log only grew between two sizes',
    options: [
      ['<from>', 'size of the older checkpoint, in rows'],
      ['<to>', 'size of the newer one'],
      ORGANISATION,
    ],
    run: proveGrowth,
  },
  {
    name: ['audit', 'recover'],
    usage: 'audit recover --accept-fork',
    about: 'lets a log that was set back to an older state go on, with an entry that says so',
    options: [
      ['--accept-fork', 'says that the lost rows are given up; nothing is done without it'],
    ],
    run: recoverAudit,
  },
  {
    name: ['audit', 'erase'],
    usage: 'audit erase (<request-id> | --end-user id [--organisation name]) --reason word',
    about: 'makes what entries of one call, or one person, commit to unprovable, and says so',
    options: [
      REQUEST_ID,
      ['--end-user id', 'of the person, as callers name it in user, safety_identifier or user_id'],
      ORGANISATION,
      ['--reason word', 'for the log, as in gdpr-17; no free text'],
    ],
    run: eraseAudit,
  },
  {
    name: ['audit', 'retain'],
    usage: 'audit retain --before YYYY-MM [--export dir] [--yes]',
    about: 'exports, verifies and drops the rows of old months, with entries that say so',
    options: [
      ['--before YYYY-MM', 'the first month that stays; the one before this month at most'],
      ['--export dir', 'the folder to export into; needed with --yes'],
      ['--yes', 'drops them; without it the months are shown, and nothing is changed'],
    ],
    run: retainAudit,
  },
  {
    name: ['audit', 'rotate-key'],
    usage: 'audit rotate-key <file>',
    about: 'says in every log, signed with the key in force, which key follows it',
    options: [['<file>', 'an Ed25519 private key, PEM: openssl genpkey -algorithm ed25519']],
    run: rotateAuditKey,
  },
  {
    name: ['audit', 'show'],
    usage: 'audit show <request-id> [--json]',
    about: 'prints the entry of one call',
    options: [
      REQUEST_ID,
      ['--json', 'the sealed entry alone; without it, its facts in words before'],
    ],
    run: showEntry,
  },
  {
    name: ['spend'],
    usage: 'spend --by workload|model|key [--since 7d|date] [--until date] [--json]',
    about: 'sums up what was charged, from the ledger',
    options: [
      ['--by', 'what the sums are of: workload, model or key'],
      [
        '--since 7d|date',
        'hours (24h) or days (7d) ago, or a date (2026-01-31), UTC; all unless given',
      ],
      ['--until date', 'where the time ends, likewise; now unless given'],
      ['--json', 'for programs: a list of sums; without it, a table'],
    ],
    run: showSpend,
  },
  {
    name: ['sim'],
    usage: `sim [--organisations n] [--replicas n] [--cores-per-replica n] [--memory-mib n] [--rate calls/s] [--stream-seconds s] [--output-tokens n] [--body-kib k] [--store postgres|redis] [--database-cores n] [--max-connections n] [--disk-mib-s n] [--months-kept n] [--costs file] [--sweep] [--html file] [--json]`,
    about: 'simulates a load on the measured costs: what is full next, at what rate, what to add',
    options: [
      ['--organisations n', 'equally busy; 50 unless given'],
      ['--replicas n', 'of the API; 2 unless given'],
      [
        '--cores-per-replica n',
        'processes of each, GW_PROCESSES, with a core for each; 1 unless given',
      ],
      ['--memory-mib n', 'for each process; 2048 unless given'],
      ['--rate calls/s', 'calls a second of all together; 500 unless given'],
      [
        '--stream-seconds s',
        'how long an answer takes, streamed; 0 for whole answers; 10 unless given',
      ],
      ['--output-tokens n', 'of a streamed answer, each an event; 300 unless given'],
      ['--body-kib k', 'of a request; 4 unless given'],
      ['--store', 'where counters are: postgres or redis; postgres unless given'],
      ['--database-cores n', 'of PostgreSQL; 4 unless given'],
      ['--max-connections n', 'of PostgreSQL; 100 unless given'],
      [
        '--disk-mib-s n',
        'MiB a second that the disk of the write-ahead log takes; 200 unless given',
      ],
      ['--months-kept n', 'partitions of the log that stay; 12 unless given'],
      [
        '--costs file',
        "of your own machine: npm run --silent bench:ledger -- --costs > file; the release's unless given",
      ],
      ['--sweep', 'rising rates as well, up to beyond the limit'],
      ['--html file', 'writes a page with plots of them'],
      ['--json', 'for programs: one object; without it, text and tables'],
    ],
    run: simulateLoad,
  },
  {
    name: ['backup'],
    usage: 'backup <folder>',
    about: 'keeps what the database holds, of one moment, while gateways go on',
    options: [['<folder>', 'is made, and must not exist; only its owner may read it']],
    run: backUp,
  },
  {
    name: ['restore'],
    usage: 'restore <folder> [--drill [--into url]]',
    about: 'fills an empty database from a backup, and names what of the log is missing',
    options: [
      ['<folder>', 'that gw backup has made'],
      [
        '--drill',
        'only proves it: restores it beside everything that runs, has a gateway serve a call, takes it away',
      ],
      [
        '--into url',
        'of an empty database for the drill; a server in a temporary folder unless given',
      ],
    ],
    run: restore,
  },
  {
    name: ['migrate'],
    usage: 'migrate',
    takesNothing: true,
    about: 'brings the database up to this release',
    run: migrateDatabase,
  },
];
