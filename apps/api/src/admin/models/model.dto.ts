import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { MayBeLeftOut } from '../http/optional.js';
import { ListQuery } from '../http/page.js';

const LIST_CHARS_MAX = 3_500_000; // The public lists have some 1.5 MB.
const SOURCES = ['organisation', 'instance'] as const;
const THINKING = ['none', 'effort', 'budget', 'adaptive'] as const;

export class ModelListQuery extends ListQuery {
  @IsOptional()
  @IsString()
  @MaxLength(64)
  provider?: string;

  /** Whose allow-list and exceptions count. */
  @IsOptional()
  @IsUUID()
  workload_id?: string;

  /** A part of the id, in whatever letters. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  q?: string;

  @IsOptional()
  @IsString()
  @MaxLength(64)
  zone?: string;

  @IsOptional()
  @IsIn(['true', 'false'])
  reachable?: 'true' | 'false';
}

export class PriceHistoryQuery {
  /** `<provider>/<model>`. */
  @IsString()
  @MaxLength(300)
  model!: string;
}

export class PriceListQuery extends ListQuery {
  @IsOptional()
  @IsString()
  @MaxLength(64)
  provider?: string;
}

/** A price of a million: tokens, seconds or pieces. */
export class UnitPriceView {
  /** As in `in`, `out`, `cache_read`. */
  @IsString()
  unit!: string;

  /** A decimal. */
  @IsString()
  per_million!: string;
}

/** A model of a provider, what it costs, where it runs, and whether it can be reached. */
export class ModelView {
  /** `<provider>/<model>`. */
  @IsString()
  id!: string;

  @IsString()
  provider!: string;

  /** Its provider's settings list it; what they do not is served by its price. */
  @IsBoolean()
  listed!: boolean;

  /** What its provider's family can be asked: as in `chat`, `embed`, `draw`. */
  @IsString({ each: true })
  operations!: string[];

  /** How it is told how much to think; null of a model that is not known by its name. */
  @IsOptional()
  @IsIn(THINKING)
  thinking!: (typeof THINKING)[number] | null;

  /** The words that it takes for that, lowest first. */
  @IsString({ each: true })
  efforts!: string[];

  @IsOptional()
  @IsInt()
  context_tokens!: number | null;

  @IsOptional()
  @IsInt()
  max_output_tokens!: number | null;

  /** The local sandbox answers, not a real model. */
  @IsBoolean()
  sandbox!: boolean;

  /** Where it processes: `EU`, a country, `LOCAL` or `GLOBAL`. */
  @IsString()
  zone!: string;

  @IsString({ each: true })
  countries!: string[];

  /** By contract, not only as a rule. */
  @IsBoolean()
  guaranteed!: boolean;

  @IsIn(['zero', '30d', 'unknown'])
  retention!: 'zero' | '30d' | 'unknown';

  @IsOptional()
  @IsString()
  operator!: string | null;

  /** Who says where it processes. */
  @IsIn(['catalogue', 'organisation', 'none'])
  location_source!: 'catalogue' | 'organisation' | 'none';

  /** What the residency policy says, enforced or not. */
  @IsOptional()
  @IsString()
  residency!: string | null;

  @IsBoolean()
  reachable!: boolean;

  /** Why it is not: `provider_disabled`, `price_missing`, `not_allowed`, or what the residency policy says. */
  @IsOptional()
  @IsString()
  unreachable_reason!: string | null;

  /** Of the prices. */
  @IsString()
  currency!: string;

  @IsBoolean()
  free!: boolean;

  /** Whose price it is; null where it has none. */
  @IsOptional()
  @IsIn(SOURCES)
  price_source!: (typeof SOURCES)[number] | null;

  /** In the currency of the organisation; empty where it has no price. */
  @ValidateNested({ each: true })
  @Type(() => UnitPriceView)
  prices!: UnitPriceView[];
}

export class PriceLineView extends UnitPriceView {
  /** Of service, as in `standard` or `flex`. */
  @IsString()
  tier!: string;

  /** It applies above so many input tokens; 0 where it always does. */
  @IsInt()
  above_tokens!: number;

  @IsString()
  currency!: string;
}

/** Prices of a model as they are stored. */
export class PriceView {
  /** `<provider>/<model>`. */
  @IsString()
  model!: string;

  /** Prices of the organisation's own settings replace those of the instance's list, model by model. */
  @IsIn(SOURCES)
  source!: (typeof SOURCES)[number];

  /** Of the list, which grows with each change. */
  @IsInt()
  version!: number;

  @ValidateNested({ each: true })
  @Type(() => PriceLineView)
  lines!: PriceLineView[];
}

/** What a model was charged by from a moment on, as it was stored: before any multiplier of its provider. */
export class PricePointView {
  @IsDate()
  at!: Date;

  @IsInt()
  version!: number;

  @IsIn(SOURCES)
  source!: (typeof SOURCES)[number];

  /** Empty: from then on it had no price. */
  @ValidateNested({ each: true })
  @Type(() => PriceLineView)
  lines!: PriceLineView[];
}

/** Each change of a model's price, oldest first. */
export class PriceHistoryView {
  @IsString()
  model!: string;

  @ValidateNested({ each: true })
  @Type(() => PricePointView)
  data!: PricePointView[];
}

export class PriceDiffDto {
  /** A public list of prices, as JSON in a text. */
  @IsString()
  @MaxLength(LIST_CHARS_MAX)
  list!: string;

  /** What the list's providers are called here. */
  @MayBeLeftOut()
  @IsObject()
  names?: Readonly<Record<string, string>>;
}

export class PriceChangeView {
  @IsString()
  text!: string;

  /** It moves by more than a fifth, or is new and free. */
  @IsBoolean()
  remarkable!: boolean;
}

/** What activating a list would change, models that it lacks being kept. Nothing is changed. */
export class PriceDiffView {
  /** That the list has prices of. */
  @IsInt()
  models!: number;

  /** Entries that cannot be charged by. */
  @IsInt()
  skipped!: number;

  @IsInt()
  added_count!: number;

  @IsInt()
  changed_count!: number;

  /** The first 1,000 of each. */
  @ValidateNested({ each: true })
  @Type(() => PriceChangeView)
  added!: PriceChangeView[];

  @ValidateNested({ each: true })
  @Type(() => PriceChangeView)
  changed!: PriceChangeView[];
}
