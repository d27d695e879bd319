import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { IsOneOf } from '#platform';
import { PRESET_NAMES, type PresetName } from '../residency/presets.js';
import { Nested } from './decorators.js';
import { ExceptionDto } from './exception.dto.js';

/** Which places there are is for `findResidencyFaults` to say: it names the one at fault. */
const PLACE = /^[A-Z]{2,12}(?:\+[A-Z]{2})?$/;
const ZONE_MESSAGE = 'zone must be EU, EEA, EEA+CH, GLOBAL, LOCAL or a country, as in US';
const PLACES_MAX = 300; // There are 249 countries.
const COUNTRY = /^[A-Z]{2}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

function IsPlaces(): PropertyDecorator {
  return (target, property) => {
    IsArray()(target, property);
    ArrayMaxSize(PLACES_MAX)(target, property);
    const message = 'each of $property must be a zone or a country, as in EU or CH';
    Matches(PLACE, { each: true, message })(target, property);
  };
}

const IsCountry = (): PropertyDecorator =>
  Matches(COUNTRY, { message: '$property must be the two letters of a country, as in DE' });

class StorageDto {
  @Matches(PLACE, { message: ZONE_MESSAGE })
  zone = 'GLOBAL';

  @IsOneOf('zero', '30d', 'unknown')
  retention: 'zero' | '30d' | 'unknown' = 'unknown';
}

class OperatorDto {
  @IsString()
  @MaxLength(100)
  name!: string;

  @IsCountry()
  country!: string;

  /** Of who owns it in the end; the same unless said. */
  @IsOptional()
  @IsCountry()
  parent_country?: string;
}

/** Where a provider processes: what is left out is as the catalogue has it, else not known. */
export class LocationDto {
  @IsOptional()
  @Matches(PLACE, { message: ZONE_MESSAGE })
  zone?: string;

  @IsOptional()
  @IsPlaces()
  countries?: string[];

  @IsOptional()
  @IsBoolean()
  guaranteed?: boolean;

  @IsOptional()
  @Nested(() => StorageDto)
  storage?: StorageDto;

  @IsOptional()
  @Nested(() => OperatorDto)
  operator?: OperatorDto;
}

class AdequateCountryDto {
  @IsCountry()
  country!: string;

  @Matches(DATE, { message: 'from must be a date, as in 2026-12-01' })
  from!: string;

  @IsOptional()
  @Matches(DATE, { message: 'until must be a date, as in 2026-12-01' })
  until?: string;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  scope?: string;

  /** False takes a country of the list out of it. */
  @IsBoolean()
  applies = true;
}

class OperatorRuleDto {
  @IsOptional()
  @IsPlaces()
  in?: string[];

  @IsOptional()
  @IsPlaces()
  not_in?: string[];
}

export class ResidencyDto {
  @IsOneOf('off', 'report', 'enforce')
  mode: 'off' | 'report' | 'enforce' = 'report';

  @IsOneOf(...PRESET_NAMES)
  preset: PresetName = 'eu';

  @IsOptional()
  @IsPlaces()
  allow_zones?: string[];

  @IsPlaces()
  allow_countries: string[] = [];

  @IsPlaces()
  deny_countries: string[] = [];

  @IsOptional()
  @IsOneOf('none', 'list')
  adequacy?: 'none' | 'list';

  /** In the place of those of the list that are about the same countries, or beside them. */
  @ArrayMaxSize(PLACES_MAX)
  @Nested(() => AdequateCountryDto, true)
  adequate_countries: AdequateCountryDto[] = [];

  @IsOptional()
  @Nested(() => OperatorRuleDto)
  operator?: OperatorRuleDto;

  @IsOptional()
  @IsBoolean()
  require_guaranteed?: boolean;

  @IsOneOf('any', '30d', 'zero')
  max_retention: 'any' | '30d' | 'zero' = 'any';

  @IsIn([403, 451], { message: 'block_status must be 403 or 451' })
  block_status: 403 | 451 = 403;

  @IsArray()
  @ArrayMaxSize(20)
  @IsString({ each: true })
  order: string[] = [];
}

/** Lets a workload past the policy until a moment, on record. */
class ResidencyExceptionDto extends ExceptionDto {
  /** As in `allowed_models`; every model where it is left out. */
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  models: string[] = [];
}

/** What a workload has otherwise than its organisation. */
export class ResidencyOverrideDto {
  @ArrayMaxSize(50)
  @Nested(() => ResidencyExceptionDto, true)
  exceptions: ResidencyExceptionDto[] = [];
}
