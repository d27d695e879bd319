import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { plainToInstance, Transform } from 'class-transformer';
import {
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  validateSync,
} from 'class-validator';
import { nearestName, Secret } from '#kernel';
import {
  type Bucket,
  type BucketPlace,
  IsBucket,
  IsBucketPlace,
  readBucket,
  readBucketPlace,
} from './bucket.js';
import { IsOneOf } from './is-one-of.js';
import { IsWhole } from './is-whole.js';
import { IsNetworks, Networks } from './networks.js';
import { IsToolCommands, readToolCommands, type ToolCommands } from './tool-commands.js';

/** Shown to people: what is a secret does not belong into it. */
const ADDRESS: Parameters<typeof IsUrl> = [
  { require_tld: false, protocols: ['http', 'https'], require_protocol: true, disallow_auth: true },
  { message: '$property must be an http or https address without user name and password' },
];

/** SHA-256 in hexadecimal, with commas between them. */
const IsRevisions = (): PropertyDecorator =>
  Matches(/^(?:[0-9a-f]{64}(?:\s*,\s*|$))*$/, {
    message: '$property must be SHA-256 sums of 64 small hexadecimal digits, with commas between',
  });

const revisionsIn = (text: string): readonly string[] => text.match(/[0-9a-f]{64}/g) ?? [];

/** A core is left to the gateway itself; more than two cost more memory than most machines have to spare. */
const modelProcesses = (): number => Math.min(2, Math.max(1, availableParallelism() - 1));

/** Everything the process reads from its environment, with its defaults. Prefix `GW_`. */
class Environment {
  @IsString()
  GW_HOST = '127.0.0.1';

  @IsWhole(0, 65_535)
  GW_PORT = 8080;

  /** Of the API behind one port, each a replica. */
  @IsWhole(1, 64)
  GW_PROCESSES = 1;

  @IsString()
  GW_DATA_DIR = '.gateway';

  /** Where the anchors of the audit log are kept; the data folder, unless that lies beside the database. */
  @IsOptional()
  @IsString()
  GW_ANCHOR_DIR?: string;

  /** Where else they are sent; what it answers to a GET is read back. */
  @IsOptional()
  @IsUrl(...ADDRESS)
  GW_ANCHOR_WEBHOOK?: string;

  /** Signs what is sent there. */
  @IsOptional()
  @MinLength(16)
  GW_ANCHOR_WEBHOOK_SECRET?: string;

  /** A bucket with object lock, where they cannot be deleted. */
  @IsOptional()
  @IsBucket()
  GW_ANCHOR_S3?: string;

  /** Where documents of jobs are kept, encrypted; a folder of the data folder, if unset. */
  @IsOptional()
  @IsString()
  GW_DOCUMENTS_DIR?: string;

  /** A bucket for them, in the place of a folder. */
  @IsOptional()
  @IsBucketPlace()
  GW_DOCUMENTS_S3?: string;

  /** That the result of a job is kept for. */
  @IsWhole(1, 168)
  GW_DOCUMENTS_KEEP_HOURS = 24;

  @IsOptional()
  @IsString()
  GW_CONFIG_FILE?: string;

  @IsOptional()
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_URL must start with postgres://' })
  DATABASE_URL?: string;

  @IsOptional()
  @IsString()
  GW_PG_BIN?: string;

  @IsWhole(2, 200)
  GW_DATABASE_CONNECTIONS = 10;

  /** Whether stores of documents may keep their vectors in an index of the database, where they lie in the clear. */
  @IsOneOf('on', 'off')
  GW_PGVECTOR: 'on' | 'off' = 'off';

  /** 32 bytes or more, hex or base64. Needed on every replica when DATABASE_URL is set. */
  @IsOptional()
  @MinLength(43, { message: 'GW_MASTER_KEY must hold at least 32 bytes, as hex or base64' })
  GW_MASTER_KEY?: string;

  /** PEM of an Ed25519 private key for the audit checkpoints; derived from the master key if unset. */
  @IsOptional()
  @IsString()
  GW_SIGNING_KEY_FILE?: string;

  @IsOptional()
  @IsUrl(...ADDRESS)
  GW_PUBLIC_URL?: string;

  /** Of what stands in front: only from there is it believed whom a request comes from. */
  @IsOptional()
  @IsNetworks()
  GW_TRUSTED_PROXIES?: string;

  @IsOptional()
  @IsUrl(...ADDRESS)
  GW_DOCS_URL?: string;

  @IsOptional()
  @MinLength(16)
  GW_METRICS_TOKEN?: string;

  /** For auditors, who read the logs of all organisations with it. Without it nobody does, over HTTP. */
  @IsOptional()
  @MinLength(16)
  GW_AUDIT_TOKEN?: string;

  /** Makes the first owner in the Console; derived from the master key if unset. */
  @IsOptional()
  @MinLength(16)
  GW_SETUP_TOKEN?: string;

  /** Alerts by e-mail go through this server: smtp://user:password@host:587 or smtps://… */
  @IsOptional()
  @Matches(/^smtps?:\/\//, { message: 'GW_SMTP_URL must start with smtp:// or smtps://' })
  GW_SMTP_URL?: string;

  @IsOptional()
  @IsString()
  GW_SMTP_FROM?: string;

  /** Hosts that addresses set in the settings may lead to although they are not public, or not https. */
  @Matches(/^(?:[\w.-]+(?::\d+)?(?:\s*,\s*|$))*$/, {
    message: 'GW_OUTBOUND_HOSTS must be hosts, or host:port, with commas between them',
  })
  GW_OUTBOUND_HOSTS = '';

  /** Programs of this machine that settings may name as tool servers: JSON of their names. */
  @IsOptional()
  @IsToolCommands()
  GW_TOOL_COMMANDS?: string;

  /** A token classifier that finds names beside the gateway's own model. */
  @IsOptional()
  @IsString()
  GW_NER_MODEL_DIR?: string;

  /** That it runs in, of each process of the API. Every one has the model in memory. */
  @IsOptional()
  @IsWhole(1, 16)
  GW_NER_PROCESSES?: number;

  /** What each call waits for it at most. */
  @IsWhole(1, 10_000)
  GW_NER_BUDGET_MS = 400;

  /** Typed decisions on this machine: of both models, of the router alone, or of none. */
  @IsOneOf('on', 'router', 'off')
  GW_TYPED: 'on' | 'router' | 'off' = 'on';

  /** With `router.json`, `typed.json` and the files that they name; those that ship, if unset. */
  @IsOptional()
  @IsString()
  GW_TYPED_MODELS_DIR?: string;

  /** Revisions of which the weights must be one; any, if unset. */
  @IsRevisions()
  GW_TYPED_ROUTER_SHA256 = '';

  @IsRevisions()
  GW_TYPED_MODEL_SHA256 = '';

  /** That the router runs in, of each process of the API; the other model has one. */
  @IsOptional()
  @IsWhole(1, 16)
  GW_TYPED_PROCESSES?: number;

  /** What a call to `gw/auto` waits for the router at most. */
  @IsWhole(1, 10_000)
  GW_AUTO_BUDGET_MS = 100;

  /** A series for each workload: for installations that have few of them. */
  @IsOneOf('true', 'false')
  GW_METRICS_BY_WORKLOAD = 'false';

  @IsOneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent')
  GW_LOG_LEVEL = 'info';

  /** Of a collector that takes OTLP over HTTP; what is told goes to `v1/traces` and `v1/metrics` below it. Unset: nothing is told. */
  @IsOptional()
  @IsUrl(...ADDRESS)
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  @IsOptional()
  @IsUrl(...ADDRESS)
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string;

  @IsOptional()
  @IsUrl(...ADDRESS)
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT?: string;

  @IsOneOf('http/protobuf')
  OTEL_EXPORTER_OTLP_PROTOCOL = 'http/protobuf';

  @IsOneOf('otlp', 'none')
  OTEL_TRACES_EXPORTER: 'otlp' | 'none' = 'otlp';

  @IsOneOf('otlp', 'none')
  OTEL_METRICS_EXPORTER: 'otlp' | 'none' = 'otlp';

  @IsOneOf('true', 'false')
  OTEL_SDK_DISABLED = 'false';

  @IsString()
  OTEL_SERVICE_NAME = 'model-gateway';

  /** `name=value`, with commas between, as what is told says of its origin. */
  @Matches(/^(?:[^=,\s]+=[^,]*(?:,|$))*$/, {
    message: 'OTEL_RESOURCE_ATTRIBUTES must be name=value, with commas between',
  })
  OTEL_RESOURCE_ATTRIBUTES = '';

  @IsOneOf(
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  )
  OTEL_TRACES_SAMPLER = 'parentbased_always_on';

  /** Of calls, for the samplers by ratio. */
  @Min(0)
  @Max(1)
  @Transform(({ value }) => Number(value))
  OTEL_TRACES_SAMPLER_ARG = 1;

  /** Seconds that open streams are served for after SIGTERM. */
  @IsWhole(0, 3_600)
  GW_DRAIN_SECONDS = 300;

  /** Where the worker answers its probes. */
  @IsWhole(0, 65_535)
  GW_WORKER_PORT = 8081;

  /** `all`: this process also seals and reconciles; `api`: a worker elsewhere does. */
  @IsOneOf('all', 'api')
  GW_ROLE: 'all' | 'api' = 'all';

  @IsOptional()
  @IsOneOf('true', 'false')
  GW_MIGRATE_ON_START?: string;

  /** Counters are there. Several addresses, with commas between them, are nodes of one cluster. */
  @IsOptional()
  @Matches(/^rediss?:\/\/[^,]+(,\s*rediss?:\/\/[^,]+)*$/, {
    message:
      'REDIS_URL must be redis://host:port or rediss://host:port, or several of a cluster with commas between them',
  })
  REDIS_URL?: string;

  /** Where answers for equal requests lie. `auto`: in Redis where there is one. */
  @IsOneOf('auto', 'postgres')
  GW_CACHE_STORE: 'auto' | 'postgres' = 'auto';
}

/** The process configuration, checked and frozen. The class is the injection token. */
export abstract class Config {
  abstract readonly host: string;
  abstract readonly port: number;
  abstract readonly workerPort: number;
  abstract readonly processes: number;
  /** Absolute. */
  abstract readonly dataDir: string;
  /** Absolute. */
  abstract readonly anchorDir: string;
  /** Both null: anchors are kept in their folder only. */
  abstract readonly anchorWebhook: { readonly url: string; readonly secret: Secret } | null;
  abstract readonly anchorS3: Bucket | null;
  abstract readonly documents: DocumentsConfig;
  abstract readonly configFile: string | null;
  /** Null: the embedded server is used. */
  abstract readonly databaseUrl: Secret | null;
  /** Null: there is no Redis. */
  abstract readonly redisUrl: Secret | null;
  /** Answers for equal requests lie in Redis where there is one. */
  abstract readonly cachesInRedis: boolean;
  abstract readonly databaseConnections: number;
  /** False: vectors lie sealed in the database, and nowhere else. */
  abstract readonly allowsPgvector: boolean;
  abstract readonly migratesOnStart: boolean;
  abstract readonly postgresBinDir: string | null;
  abstract readonly masterKey: Secret | null;
  abstract readonly signingKeyFile: string | null;
  abstract readonly publicUrl: string | null;
  /** Null: who connects is who asks. */
  abstract readonly trustedProxies: Networks | null;
  abstract readonly docsUrl: string;
  abstract readonly metricsToken: Secret | null;
  /** Null: the logs are not served. */
  abstract readonly auditToken: Secret | null;
  /** Null: one is derived from the master key. */
  abstract readonly setupToken: Secret | null;
  abstract readonly smtpUrl: Secret | null;
  abstract readonly smtpFrom: string | null;
  /** `host` or `host:port`. */
  abstract readonly outboundHosts: ReadonlySet<string>;
  /** By name: the only ones that tool servers may be. */
  abstract readonly toolCommands: ToolCommands;
  /** Absolute. Null: the gateway's own model alone finds names. */
  abstract readonly nerModelDir: string | null;
  abstract readonly nerProcesses: number;
  abstract readonly nerBudgetMs: number;
  abstract readonly typed: TypedConfig;
  /** Milliseconds. */
  abstract readonly autoBudgetMs: number;
  abstract readonly metricsByWorkload: boolean;
  abstract readonly telemetry: TelemetryConfig;
  abstract readonly logLevel: string;
  abstract readonly drainMs: number;
  abstract readonly runsBackgroundWork: boolean;
  /** Variables that are set and look like a misspelt one of ours, each with what was meant. */
  abstract readonly misspelt: readonly string[];
  /** Asked once the settings are read: variables of our prefix that nobody has asked for. */
  abstract readonly unread: () => readonly string[];
  /** The environment's own values, for secrets that the settings file names. Never logged. */
  abstract readonly secretOf: (name: string) => string | undefined;
}

/** Documents that are anonymized in jobs. */
export interface DocumentsConfig {
  /** Absolute. */
  readonly folder: string;
  /** Null: they lie in the folder. */
  readonly bucket: BucketPlace | null;
  readonly keptMs: number;
}

/** What is told to a collector of OpenTelemetry. Its headers and certificates are read by who sends it. */
export interface TelemetryConfig {
  /** Null: no spans. */
  readonly tracesUrl: string | null;
  /** Null: no metrics but those of Prometheus. */
  readonly metricsUrl: string | null;
  readonly serviceName: string;
  /** What else is said of the origin, by name. */
  readonly resource: Readonly<Record<string, string>>;
  /** Whether a caller's own choice decides of a call that is part of its trace. */
  readonly followsCaller: boolean;
  /** Of the calls that nobody has decided about, from 0 to 1. */
  readonly sampledRatio: number;
}

export interface TypedConfig {
  readonly serves: 'on' | 'router' | 'off';
  /** Absolute. Null: the models that ship. */
  readonly folder: string | null;
  /** Of the weights, one of which it must be; none: any. */
  readonly pinned: { readonly router: readonly string[]; readonly typed: readonly string[] };
  readonly routerProcesses: number;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Pure but for files named by `*_FILE`. Reports every fault at once.
 * @throws Error whose message lists them, one a line
 */
export function loadConfig(variables: Variables = process.env): Config {
  const unreadable: string[] = [];
  const given = Object.fromEntries(
    Object.entries(withFiles(variables, unreadable)).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  const environment = plainToInstance(Environment, given, { exposeDefaultValues: true });
  const faults = validateSync(environment, { skipMissingProperties: false }).flatMap((fault) => [
    ...new Set(Object.values(fault.constraints ?? {})),
  ]);
  faults.unshift(...unreadable);
  if (environment.GW_ANCHOR_WEBHOOK && !environment.GW_ANCHOR_WEBHOOK_SECRET) {
    faults.push('GW_ANCHOR_WEBHOOK needs GW_ANCHOR_WEBHOOK_SECRET, which signs what is sent there');
  }
  if (faults.length > 0) {
    throw new Error(
      `The environment cannot be used:\n- ${[...faults, ...misspeltIn(variables)].join('\n- ')}`,
    );
  }
  return toConfig(environment, variables);
}

const WITH_FILE = [
  'GW_MASTER_KEY',
  'DATABASE_URL',
  'REDIS_URL',
  'GW_METRICS_TOKEN',
  'GW_AUDIT_TOKEN',
  'GW_SETUP_TOKEN',
  'GW_ANCHOR_WEBHOOK_SECRET',
  'GW_SMTP_URL',
  'GW_TOOL_COMMANDS',
];

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(new Environment()),
  ...WITH_FILE.map((name) => `${name}_FILE`),
]);
const bare = (name: string): string => name.replace(/^GW_/i, '');

/**
 * A settings file may name any variable as a secret, so an unknown one is no fault: it is worth a word
 * where it is nearly one of ours.
 */
const misspeltIn = (variables: Variables): readonly string[] =>
  unknownIn(variables, /^(GW_|DATABASE_|REDIS_)/i).flatMap((name) => {
    const meant = meantBy(name);
    return meant === undefined ? [] : [`${name} is not read; did you mean ${meant}?`];
  });

/** Those of our prefix that are like none of ours, and that no setting named as a secret either. */
const unreadIn = (variables: Variables, asked: ReadonlySet<string>): readonly string[] =>
  unknownIn(variables, /^GW_/i)
    .filter((name) => !asked.has(name) && meantBy(name) === undefined)
    .map((name) => {
      const akin = akinTo(name);
      const hint = akin.length > 0 ? `; there are ${akin.join(', ')}` : '';
      return `${name} is not read: the gateway has no such variable, and no setting names it${hint}`;
    });

const unknownIn = (variables: Variables, prefix: RegExp): readonly string[] =>
  Object.keys(variables).filter((name) => prefix.test(name) && !KNOWN.has(name) && variables[name]);

/** The prefix says nothing, so the rest must be near. */
function meantBy(name: string): string | undefined {
  const nearest = nearestName(bare(name), [...KNOWN].map(bare));
  return (
    [...KNOWN].find((one) => bare(one) === nearest) ??
    [...KNOWN].find((one) => one.startsWith(`${name}_`))
  );
}

/** Ours that share a word with it. */
function akinTo(name: string): readonly string[] {
  const words = new Set(bare(name).toUpperCase().split('_'));
  return [...KNOWN].filter((one) =>
    bare(one)
      .split('_')
      .some((word) => words.has(word)),
  );
}

/** `NAME_FILE=/path` stands for `NAME=<content>`, the usual way of mounted secrets. */
function withFiles(variables: Variables, faults: string[]): Variables {
  const result: Record<string, string | undefined> = { ...variables };
  for (const name of WITH_FILE) {
    const file = variables[`${name}_FILE`];
    if (!file || result[name]) continue;
    try {
      result[name] = readFileSync(file, 'utf8').trim();
    } catch (fault) {
      faults.push(
        `${name}_FILE: ${file} cannot be read (${(fault as NodeJS.ErrnoException).code})`,
      );
    }
  }
  return result;
}

function toConfig(environment: Environment, variables: Variables): Config {
  const secret = (value: string | undefined) => (value ? new Secret(value) : null);
  const asked = new Set<string>();
  return Object.freeze({
    host: environment.GW_HOST,
    port: environment.GW_PORT,
    workerPort: environment.GW_WORKER_PORT,
    processes: environment.GW_PROCESSES,
    dataDir: resolve(environment.GW_DATA_DIR),
    anchorDir: resolve(environment.GW_ANCHOR_DIR ?? environment.GW_DATA_DIR),
    anchorWebhook: webhookOf(environment),
    anchorS3: environment.GW_ANCHOR_S3 ? (readBucket(environment.GW_ANCHOR_S3) ?? null) : null,
    documents: {
      folder: resolve(environment.GW_DOCUMENTS_DIR ?? join(environment.GW_DATA_DIR, 'documents')),
      bucket: environment.GW_DOCUMENTS_S3
        ? (readBucketPlace(environment.GW_DOCUMENTS_S3) ?? null)
        : null,
      keptMs: environment.GW_DOCUMENTS_KEEP_HOURS * 3_600_000,
    },
    configFile: environment.GW_CONFIG_FILE ? resolve(environment.GW_CONFIG_FILE) : null,
    databaseUrl: secret(environment.DATABASE_URL),
    redisUrl: secret(environment.REDIS_URL),
    cachesInRedis: environment.GW_CACHE_STORE === 'auto',
    databaseConnections: environment.GW_DATABASE_CONNECTIONS,
    allowsPgvector: environment.GW_PGVECTOR === 'on',
    // With one's own server, migrations are a step of the roll-out unless asked for.
    migratesOnStart: environment.GW_MIGRATE_ON_START
      ? environment.GW_MIGRATE_ON_START === 'true'
      : !environment.DATABASE_URL,
    postgresBinDir: environment.GW_PG_BIN ?? null,
    masterKey: secret(environment.GW_MASTER_KEY),
    signingKeyFile: environment.GW_SIGNING_KEY_FILE ?? null,
    publicUrl: environment.GW_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustedProxies: Networks.read(environment.GW_TRUSTED_PROXIES ?? '') ?? null,
    docsUrl: environment.GW_DOCS_URL ?? '/docs',
    metricsToken: secret(environment.GW_METRICS_TOKEN),
    auditToken: secret(environment.GW_AUDIT_TOKEN),
    setupToken: secret(environment.GW_SETUP_TOKEN),
    smtpUrl: secret(environment.GW_SMTP_URL),
    smtpFrom: environment.GW_SMTP_FROM ?? null,
    outboundHosts: new Set(
      environment.GW_OUTBOUND_HOSTS.split(',').flatMap((host) => host.trim().toLowerCase() || []),
    ),
    toolCommands: readToolCommands(environment.GW_TOOL_COMMANDS ?? '{}', variables) ?? new Map(),
    nerModelDir: environment.GW_NER_MODEL_DIR ? resolve(environment.GW_NER_MODEL_DIR) : null,
    nerProcesses: environment.GW_NER_PROCESSES ?? modelProcesses(),
    nerBudgetMs: environment.GW_NER_BUDGET_MS,
    typed: {
      serves: environment.GW_TYPED,
      folder: environment.GW_TYPED_MODELS_DIR ? resolve(environment.GW_TYPED_MODELS_DIR) : null,
      pinned: {
        router: revisionsIn(environment.GW_TYPED_ROUTER_SHA256),
        typed: revisionsIn(environment.GW_TYPED_MODEL_SHA256),
      },
      routerProcesses: environment.GW_TYPED_PROCESSES ?? modelProcesses(),
    },
    autoBudgetMs: environment.GW_AUTO_BUDGET_MS,
    metricsByWorkload: environment.GW_METRICS_BY_WORKLOAD === 'true',
    telemetry: telemetryOf(environment),
    logLevel: environment.GW_LOG_LEVEL,
    drainMs: environment.GW_DRAIN_SECONDS * 1_000,
    runsBackgroundWork: environment.GW_ROLE === 'all',
    misspelt: misspeltIn(variables),
    unread: () => unreadIn(variables, asked),
    secretOf: (name: string) => {
      asked.add(name);
      return variables[name] || undefined;
    },
  });
}

function webhookOf({ GW_ANCHOR_WEBHOOK: url, GW_ANCHOR_WEBHOOK_SECRET: secret }: Environment) {
  return url && secret ? { url, secret: new Secret(secret) } : null;
}

function telemetryOf(environment: Environment): TelemetryConfig {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_TRACES_SAMPLER: sampler } = environment;
  const isOff = environment.OTEL_SDK_DISABLED === 'true';
  const below = (path: string) => base && `${base.replace(/\/+$/, '')}/${path}`;
  const urlOf = (exporter: 'otlp' | 'none', own: string | undefined, path: string) =>
    isOff || exporter === 'none' ? null : (own ?? below(path) ?? null);
  return {
    tracesUrl: urlOf(
      environment.OTEL_TRACES_EXPORTER,
      environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
      'v1/traces',
    ),
    metricsUrl: urlOf(
      environment.OTEL_METRICS_EXPORTER,
      environment.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
      'v1/metrics',
    ),
    serviceName: environment.OTEL_SERVICE_NAME,
    resource: Object.fromEntries(
      environment.OTEL_RESOURCE_ATTRIBUTES.split(',')
        .filter((pair) => pair.includes('='))
        .map((pair) => [
          pair.slice(0, pair.indexOf('=')).trim(),
          pair.slice(pair.indexOf('=') + 1).trim(),
        ]),
    ),
    followsCaller: sampler.startsWith('parentbased_'),
    sampledRatio: ratioOf(sampler, environment.OTEL_TRACES_SAMPLER_ARG),
  };
}

function ratioOf(sampler: string, ratio: number): number {
  if (sampler.endsWith('always_on')) return 1;
  return sampler.endsWith('always_off') ? 0 : ratio;
}
