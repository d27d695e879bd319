import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { IsArray, IsObject, IsString } from 'class-validator';
import { Secret } from '#kernel';
import { Config, Database, VERSION, type Statement } from '#platform';
import { AdminController, Allow } from '../http/allow.js';

const MIGRATIONS: Statement = {
  name: 'system-migrations',
  text: 'SELECT name FROM migration ORDER BY timestamp',
};
const SERVER: Statement = { name: 'system-server', text: 'SHOW server_version' };

export class SystemView {
  @IsString()
  version!: string;

  /** Of Node. */
  @IsString()
  runtime!: string;

  /** Of PostgreSQL. */
  @IsString()
  database!: string;

  /** In their order. */
  @IsArray()
  @IsString({ each: true })
  migrations!: readonly string[];

  /** What is there beside the calls: on or off. */
  @IsObject()
  features!: Readonly<Record<string, boolean>>;

  /** What is in force of the environment; a secret is `[secret]`. */
  @IsObject()
  config!: Readonly<Record<string, unknown>>;
}

/** What runs here. */
@ApiTags('System')
@AdminController('system')
export class SystemController {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Version, migrations, features and what is configured. */
  @Get()
  @Allow('system:read')
  @ApiOkResponse({ type: SystemView })
  async read(): Promise<SystemView> {
    const { config, database } = this;
    const migrations = await database.query<{ name: string }>(MIGRATIONS);
    const [server] = await database.query<{ server_version: string }>(SERVER);
    return {
      version: VERSION,
      runtime: process.versions.node,
      database: server?.server_version ?? '',
      migrations: migrations.map(({ name }) => name),
      features: {
        own_database: config.databaseUrl !== null,
        redis: config.redisUrl !== null,
        mail_server: config.smtpUrl !== null,
        settings_file: config.configFile !== null,
        background_work: config.runsBackgroundWork,
        anchors_elsewhere: config.anchorWebhook !== null || config.anchorS3 !== null,
        log_served: config.auditToken !== null,
        name_model: config.nerModelDir !== null,
      },
      config: Object.fromEntries(
        Object.entries(config).flatMap(([name, value]) => {
          const shown = shownOf(value);
          return shown === undefined ? [] : [[name, shown]];
        }),
      ),
    };
  }
}

/** Functions are left out; of what is nested, names of places with secrets beside them, nothing is shown. */
function shownOf(value: unknown): unknown {
  if (value instanceof Secret) return value.toString();
  if (value instanceof Set) return [...(value as ReadonlySet<string>)];
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value;
  if (typeof value === 'function') return undefined;
  return Array.isArray(value) ? value.length : '[set]';
}
