import { plainToInstance, Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  Equals,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  isURL,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  registerDecorator,
  ValidateBy,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { MODEL_FEATURES, type ModelFeature } from '#call';
import { nanoOf, parseDecimal } from '#kernel';
import { commandIn, IsOneOf } from '#platform';
import { AutoDto } from './auto.dto.js';
import { IsCurrency, IsMoment, IsName, Nested } from './decorators.js';
import { ProtectionDto, ProtectionOverrideDto } from './protection.dto.js';
import { LocationDto, ResidencyDto, ResidencyOverrideDto } from './residency.dto.js';
import { ScopeDto } from './scope.dto.js';

/**
 * The shape of GW_CONFIG_FILE, `apiVersion: gw/v1`. Unknown settings are refused by name. A setting
 * whose concern this release does not have is accepted at its off value only.
 */

const PERIODS = ['total', 'daily', 'monthly'] as const;
const DECIMAL_MESSAGE = '$property must be a non-negative decimal in quotes, as in "12.50"';

/** Amounts are text: YAML would turn 0.1 into a float before anybody could object. */
function IsDecimalText(options?: ValidationOptions): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isDecimalText',
      target: target.constructor,
      propertyName: String(property),
      options: { message: DECIMAL_MESSAGE, ...options },
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && parseDecimal(value) !== undefined,
      },
    });
}

const AMOUNT_MAX = 9_000_000_000; // Of any currency: counters hold 64 bits of nano-units.

const RATE_DECIMALS_MAX = 12; // As the table of exchange rates has them.

/** Money that a counter is to hold, or a price. */
function IsAmount(): PropertyDecorator {
  return (target, property) => {
    IsDecimalText()(target, property);
    registerDecorator({
      name: 'isAmount',
      target: target.constructor,
      propertyName: String(property),
      options: { message: `$property must be at most ${AMOUNT_MAX}` },
      validator: {
        validate: (value: unknown) => {
          const amount = typeof value === 'string' ? parseDecimal(value) : undefined;
          return !amount || nanoOf(amount) <= BigInt(AMOUNT_MAX) * 1_000_000_000n;
        },
      },
    });
  };
}

/** Of a currency: more than nothing, and as fine as it is stored. */
function IsRate(): PropertyDecorator {
  return (target, property) => {
    IsDecimalText()(target, property);
    registerDecorator({
      name: 'isRate',
      target: target.constructor,
      propertyName: String(property),
      options: {
        message: `$property must be more than 0, at most ${AMOUNT_MAX}, with at most ${RATE_DECIMALS_MAX} decimals`,
      },
      validator: {
        validate: (value: unknown) => {
          const rate = typeof value === 'string' ? parseDecimal(value) : undefined;
          if (!rate) return true; // Which the other message says.
          const isFine = rate.scale <= RATE_DECIMALS_MAX;
          return isFine && rate.digits > 0n && nanoOf(rate) <= BigInt(AMOUNT_MAX) * 1_000_000_000n;
        },
      },
    });
  };
}

/** Of a server: nothing in it is secret, and nothing but its path is there to go on from. */
const ADDRESS: NonNullable<Parameters<typeof isURL>[1]> = {
  require_tld: false,
  protocols: ['http', 'https'],
  require_protocol: true,
  disallow_auth: true,
  allow_query_components: false,
  allow_fragments: false,
};
const ADDRESS_MESSAGE =
  '$property must be an http or https address without user name, password, query and fragment; a key belongs into secret';

/** What one takes for an address and the other does not, such as a zone of a link, leads nowhere. */
const isAddress = (value: string): boolean => isURL(value, ADDRESS) && URL.canParse(value);

const addressed = (name: string, isFine: (value: string) => boolean): PropertyDecorator =>
  ValidateBy(
    {
      name,
      validator: { validate: (value: unknown) => typeof value === 'string' && isFine(value) },
    },
    { message: ADDRESS_MESSAGE },
  );

const IsAddress = (): PropertyDecorator => addressed('isAddress', isAddress);

/** An address, or a program of this machine, as in `stdio:files`. */
const IsBaseUrl = (): PropertyDecorator =>
  addressed('isBaseUrl', (value) => commandIn(value) !== undefined || isAddress(value));

/** As providers name their regions and versions. */
const IsCode = (): PropertyDecorator =>
  Matches(/^[0-9a-z-]{1,40}$/, {
    message: '$property takes up to 40 small letters, digits and dashes',
  });

// Neither a virtual key nor what looks like one of a provider: it would be shown as a name.
const VARIABLE = /^(?!gw_(?:live|test)_)(?!(?=.*[a-z])(?=.*\d).{24,})[A-Za-z_]\w{0,127}$/;
const FILE = /[/.\\]/;

export class SecretRef {
  @IsOptional()
  @Matches(VARIABLE, {
    message: 'env must be the name of an environment variable, never the secret itself',
  })
  env?: string;

  @IsOptional()
  @Matches(FILE, { message: 'file must be the path of a file, never the secret itself' })
  file?: string;

  /** The id of one that was typed into the Console. No file can say it. */
  @IsOptional()
  @IsUUID()
  stored?: string;
}

export class AllowanceDto {
  @IsAmount()
  amount!: string;

  @IsOneOf(...PERIODS)
  period!: (typeof PERIODS)[number];
}

class PlanDto {
  @IsName()
  name!: string;

  @IsOptional()
  @Nested(() => AllowanceDto)
  free?: AllowanceDto;

  @IsOptional()
  @IsMoment()
  ends?: string;
}

const WEBHOOK = /^https?:\/\/[^\s@]+$/;

class WebhookDto {
  @IsName()
  name!: string;

  /** Which hosts may be asked is for `outboundFault` to say: the environment lists some. */
  @Matches(WEBHOOK, { message: 'url must be an https address without user name and password' })
  @MaxLength(2_000)
  url!: string;

  @Nested(() => SecretRef)
  secret!: SecretRef;
}

class AlertsDto {
  @IsArray()
  @ArrayMaxSize(10)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(1_000, { each: true })
  thresholds = [50, 80, 100];

  @ArrayMaxSize(10)
  @Nested(() => WebhookDto, true)
  webhooks: WebhookDto[] = [];

  @IsArray()
  @ArrayMaxSize(20)
  @IsEmail({}, { each: true, message: 'each of emails must be an e-mail address' })
  emails: string[] = [];
}

class CreditDto {
  @IsAmount()
  amount!: string;
}

const RETENTION_DAYS_MAX = 3_650; // Ten years: as long as the longest duties to keep anything.

const TTL_SECONDS_MIN = 60;
const TTL_SECONDS_MAX = 604_800; // A week: by then models and what they are asked about have moved on.

class ResponseCacheDto {
  /** In force only while content is kept. */
  @IsBoolean()
  enabled = false;

  @IsInt()
  @Min(TTL_SECONDS_MIN)
  @Max(TTL_SECONDS_MAX)
  ttl_seconds = 3_600;

  /** Answers of one workload are there for equal requests of all others. */
  @IsBoolean()
  shared = false;
}

class ResponseCacheOverrideDto {
  /** `inherit`: as the organisation has it. */
  @IsOneOf('inherit', 'off')
  mode: 'inherit' | 'off' = 'inherit';

  @IsOptional()
  @IsInt()
  @Min(TTL_SECONDS_MIN)
  @Max(TTL_SECONDS_MAX)
  ttl_seconds?: number;
}

export class OrganisationDto {
  @IsString()
  @MaxLength(200)
  name!: string;

  @IsCurrency()
  currency = 'EUR';

  @Matches(/^[A-Za-z0-9+_/-]{1,64}$/, {
    message: 'time_zone must be a name of the time zone database, as in Europe/Berlin',
  })
  time_zone = 'UTC';

  @IsOptional()
  @Nested(() => AllowanceDto)
  cap?: AllowanceDto;

  @IsOptional()
  @Nested(() => PlanDto)
  plan?: PlanDto;

  @IsOptional()
  @Nested(() => CreditDto)
  credit?: CreditDto;

  @IsOptional()
  @IsString()
  default_provider?: string;

  @IsOptional()
  @Nested(() => AlertsDto)
  alerts?: AlertsDto;

  @Nested(() => ProtectionDto)
  protection = new ProtectionDto();

  @IsBoolean()
  explicit_prompt_cache = false;

  @IsBoolean()
  share_ids = false;

  @Nested(() => ResponseCacheDto)
  response_cache = new ResponseCacheDto();

  /** Prompts and answers are kept encrypted for so long; 0 keeps none. */
  @IsInt()
  @Min(0)
  @Max(RETENTION_DAYS_MAX)
  content_retention_days = 0;

  @Nested(() => ResidencyDto)
  residency = new ResidencyDto();

  @IsOptional()
  @Nested(() => AutoDto)
  auto?: AutoDto;
}

export class ExchangeRateDto {
  @IsCurrency()
  from!: string;

  @IsCurrency()
  to!: string;

  @IsRate()
  rate!: string;
}

class AmountsDto {
  @IsOptional() @IsAmount() input?: string;
  @IsOptional() @IsAmount() output?: string;
  @IsOptional() @IsAmount() cache_read?: string;
  @IsOptional() @IsAmount() cache_write_5m?: string;
  @IsOptional() @IsAmount() cache_write_1h?: string;
  @IsOptional() @IsAmount() reasoning?: string;
  @IsOptional() @IsAmount() audio_in?: string;
  @IsOptional() @IsAmount() audio_out?: string;
  @IsOptional() @IsAmount() image_in?: string;
  /** Per piece, whatever `per` says. */
  @IsOptional() @IsAmount() image?: string;
  @IsOptional() @IsAmount() second?: string;
  @IsOptional() @IsAmount() page?: string;
  @IsOptional() @IsAmount() call?: string;
  @IsOptional() @IsAmount() tool_call?: string;
}

/** Of the tiers that a request may ask for; what is left out is as much dearer as input and output are. */
class TierPricesDto {
  @IsOptional() @Nested(() => AmountsDto) flex?: AmountsDto;
  @IsOptional() @Nested(() => AmountsDto) priority?: AmountsDto;
  @IsOptional() @Nested(() => AmountsDto) scale?: AmountsDto;
  @IsOptional() @Nested(() => AmountsDto) fast?: AmountsDto;
  /** Of requests that are handed over in a file. */
  @IsOptional() @Nested(() => AmountsDto) batch?: AmountsDto;
}

export class PriceDto extends AmountsDto {
  @IsCurrency()
  currency!: string;

  @IsInt()
  @IsIn([1, 1_000, 1_000_000])
  per = 1_000_000;

  @IsOptional()
  @Nested(() => TierPricesDto)
  tiers?: TierPricesDto;
}

/** A tool of a tool server, as it was approved: callers are shown this and nothing else. */
export class ToolDto {
  @IsOptional()
  @IsString()
  @MaxLength(200)
  title?: string;

  @IsString()
  @MaxLength(8_192)
  description = '';

  /** JSON Schema. What it may hold is for `findToolFaults` to say. */
  @IsObject()
  input_schema!: object;

  @IsOptional()
  @IsObject()
  output_schema?: object;

  @IsOptional()
  @IsObject()
  annotations?: object;
}

export class ModelDto {
  @Matches(/^\S{1,200}$/, { message: 'id takes 1 to 200 characters without blanks' })
  id!: string;

  @IsOptional()
  @Transform(({ obj }: { obj: { price?: unknown } }) => toPrice(obj.price), { toClassOnly: true })
  @ValidateNested({ message: 'price must be "free" or a mapping' })
  price?: PriceDto;

  @IsOptional()
  @IsInt()
  @Min(1)
  context_tokens?: number;

  @IsOptional()
  @IsInt()
  @Min(1)
  max_output_tokens?: number;

  /** What it takes and does; left out, it is tried. */
  @IsOptional()
  @IsArray()
  @ArrayUnique()
  @IsIn(MODEL_FEATURES, { each: true })
  supports?: ModelFeature[];

  /** Of a tool server; `price.tool_call` is what a call of it costs. */
  @IsOptional()
  @Nested(() => ToolDto)
  tool?: ToolDto;
}

/** `free` is a price, too: nothing for a call, in no currency. It is what tells free from unpriced. */
function toPrice(price: unknown): unknown {
  if (price === 'free') return Object.assign(new PriceDto(), { currency: 'XXX', call: '0' });
  if (typeof price !== 'object' || price === null) return price;
  return plainToInstance(PriceDto, price);
}

/** As RFC 6749 spells them: an id may hold blanks, a scope is words with one between them. */
const CLIENT_ID = /^[\x20-\x7e]{1,256}$/;
const OAUTH_SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const RESOURCE = /^[a-z][a-z0-9+.-]*:[\x21\x22\x24-\x7e]+$/i;

/** A client that is given access tokens for its secret, as itself: RFC 6749, 4.4. */
class OauthDto {
  @Matches(CLIENT_ID, { message: 'client_id must be 1 to 256 characters of ASCII' })
  client_id!: string;

  @IsOptional()
  @Matches(OAUTH_SCOPE, { message: 'scope must be words of ASCII with one blank between them' })
  @MaxLength(1_000)
  scope?: string;

  /** RFC 8707. */
  @IsOptional()
  @Matches(RESOURCE, { message: 'resource must be an absolute address without fragment' })
  @MaxLength(1_000)
  resource?: string;

  @IsOptional()
  @Matches(/^[\x21-\x7e]{1,1000}$/, { message: 'audience must be a word of ASCII' })
  audience?: string;

  @IsOneOf('basic', 'post')
  sent_by: 'basic' | 'post' = 'basic';
}

export class ProviderDto {
  @IsName()
  name!: string;

  /** Which ones there are is for the providers to say, see `findFamilyFaults`. */
  @IsName()
  family!: string;

  /** No call goes to one that is not. */
  @IsBoolean()
  enabled = true;

  /** Of its family, where that tells and the file does not. */
  @IsBaseUrl()
  base_url!: string;

  @IsOptional()
  @IsCode()
  api_version?: string;

  /** Left out, it is what the family is known for. */
  @IsOptional()
  @IsBoolean()
  serves_responses?: boolean;

  @IsOptional()
  @IsCode()
  region?: string;

  @IsOptional()
  @Matches(/^[a-z0-9][a-z0-9:.-]{0,62}$/, {
    message: 'project takes up to 63 small letters, digits, dots, colons and dashes',
  })
  project?: string;

  @IsOptional()
  @IsAddress()
  token_url?: string;

  @IsOptional()
  @Nested(() => SecretRef)
  secret?: SecretRef;

  /** Of a tool server: what its secret is sent in, as it is. Left out, it is a bearer. */
  @IsOptional()
  @Matches(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, {
    message: 'secret_header must be the name of a header',
  })
  secret_header?: string;

  /** Of a tool server: who asks at `token_url` for the token that opens it. */
  @IsOptional()
  @Nested(() => OauthDto)
  oauth?: OauthDto;

  /** Of a tool server: pseudonyms of arguments are put back before they are sent to it. */
  @IsOptional()
  @IsBoolean()
  trusted?: boolean;

  @IsOneOf('own', 'managed')
  credential: 'own' | 'managed' = 'own';

  /** What may take the place of an own key that fails: a managed one at the same address. */
  @IsOneOf('none', 'managed')
  fallback: 'none' | 'managed' = 'none';

  @Nested(() => LocationDto)
  location = new LocationDto();

  /** As its maker calls the kind, which tells where it processes: the SKU code of Azure, say. */
  @IsOptional()
  @IsName()
  deployment?: string;

  /** Of the region, say, on whatever a list or this file says; that of the catalogue unless set. */
  @IsOptional()
  @IsRate()
  price_multiplier?: string;

  @ArrayMaxSize(2_000)
  @Nested(() => ModelDto, true)
  models: ModelDto[] = [];
}

class AliasTargetDto {
  @IsString()
  model!: string;

  @IsInt()
  @Min(1)
  @Max(1_000)
  weight = 1;
}

export class AliasDto {
  @Matches(/^[a-zA-Z0-9][a-zA-Z0-9._/-]{0,99}$/, {
    message:
      'name takes 1 to 100 letters without accents, digits, dots, slashes, dashes and underscores, a letter or a digit first',
  })
  name!: string;

  @ArrayMaxSize(16)
  @Nested(() => AliasTargetDto, true)
  targets!: AliasTargetDto[];

  @ArrayMaxSize(16)
  @IsArray()
  @IsString({ each: true })
  fallbacks: string[] = [];
}

class BudgetOverrideDto {
  @IsAmount()
  amount!: string;

  @IsMoment()
  until!: string;
}

class BudgetDto extends AllowanceDto {
  @IsOptional()
  @Nested(() => BudgetOverrideDto)
  override?: BudgetOverrideDto;

  @IsOneOf('adaptive', 'strict')
  mode: 'adaptive' | 'strict' = 'adaptive';
}

export class KeyDto {
  @IsString()
  @MaxLength(100)
  name!: string;

  @Nested(() => SecretRef)
  secret!: SecretRef;
}

export class WorkloadDto {
  @IsName()
  name!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  rpm?: number;

  @IsOptional()
  @IsInt()
  @Min(1)
  tpm?: number;

  @IsOptional()
  @Nested(() => BudgetDto)
  budget?: BudgetDto;

  @IsArray()
  @IsString({ each: true })
  allowed_models: string[] = [];

  /** Tools that it may call: `server/tool` or `server/*`. None unless they are named. */
  @ArrayMaxSize(1_000)
  @IsArray()
  @IsString({ each: true })
  tools: string[] = [];

  /** Ids of vector stores that it may search: `vs_gw_…`, as the Console shows them. None unless they are named. */
  @ArrayMaxSize(200)
  @IsArray()
  @Matches(/^vs_gw_[0-9a-f]{32}$/, {
    each: true,
    message: 'each must be the id of a vector store: vs_gw_…',
  })
  knowledge: string[] = [];

  /** Models of chats are given a tool that searches these stores, which the gateway runs. */
  @IsBoolean()
  knowledge_tool = false;

  /** Of its own, before the organisation's of the same name. */
  @ArrayMaxSize(100)
  @Nested(() => AliasDto, true)
  aliases: AliasDto[] = [];

  /** What a pattern looks like is for `findContradictions` to say: it names the one at fault. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  forward?: string[];

  @IsInt()
  @Min(10)
  @Max(600)
  upstream_timeout_seconds = 300;

  @IsOneOf('abort', 'drain')
  on_disconnect: 'abort' | 'drain' = 'abort';

  @IsOneOf('finish', 'cut')
  on_exhausted: 'finish' | 'cut' = 'finish';

  @IsOneOf('finish', 'cut')
  on_key_revoked: 'finish' | 'cut' = 'finish';

  @Nested(() => ProtectionOverrideDto)
  protection = new ProtectionOverrideDto();

  @Nested(() => ResidencyOverrideDto)
  residency = new ResidencyOverrideDto();

  @Nested(() => ScopeDto)
  scope = new ScopeDto();

  @Nested(() => ResponseCacheOverrideDto)
  response_cache = new ResponseCacheOverrideDto();

  @ArrayMaxSize(1_000)
  @Nested(() => KeyDto, true)
  keys: KeyDto[] = [];
}

export class SettingsFile {
  @Equals('gw/v1', { message: 'apiVersion must be gw/v1' })
  apiVersion!: string;

  @Nested(() => OrganisationDto)
  organisation!: OrganisationDto;

  @Nested(() => ExchangeRateDto, true)
  exchange_rates: ExchangeRateDto[] = [];

  @ArrayMaxSize(200)
  @Nested(() => ProviderDto, true)
  providers: ProviderDto[] = [];

  @ArrayMaxSize(500)
  @Nested(() => AliasDto, true)
  aliases: AliasDto[] = [];

  @ArrayMaxSize(5_000)
  @Nested(() => WorkloadDto, true)
  workloads: WorkloadDto[] = [];
}
