import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsNumber,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { ROUTES, type RequestRoute } from '#call';
import { IsOneOf } from '#platform';
import { Nested } from './decorators.js';

const TIER_MODELS_MAX = 16;

function IsTier(): PropertyDecorator {
  return (target, property) => {
    IsArray()(target, property);
    ArrayMaxSize(TIER_MODELS_MAX)(target, property);
    IsString({ each: true })(target, property);
    MaxLength(200, { each: true })(target, property);
  };
}

function IsShare(): PropertyDecorator {
  return (target, property) => {
    IsNumber()(target, property);
    Min(0)(target, property);
    Max(1)(target, property);
  };
}

/** From 0 trivial to 3 hard. */
function IsLevel(): PropertyDecorator {
  return (target, property) => {
    IsNumber()(target, property);
    Min(0)(target, property);
    Max(3)(target, property);
  };
}

/** Reached in any one of them, a request asks for much. These defaults and those below are `DEMAND_DEFAULTS`. */
class HighDto {
  @IsShare()
  reasoning = 0.7;

  @IsShare()
  hard = 0.45;

  @IsLevel()
  expected = 2.2;
}

/** Kept in all of them, a request asks for little. */
class LowDto {
  @IsShare()
  reasoning = 0.2;

  @IsShare()
  easy = 0.85;

  @IsLevel()
  expected = 1.1;
}

/** Models of one kind of request, `<provider>/<model>`, by how much it asks of them. */
class RouteDto {
  @IsOneOf(...ROUTES)
  name!: RequestRoute;

  @IsTier()
  low: string[] = [];

  @IsTier()
  medium: string[] = [];

  @IsTier()
  high: string[] = [];
}

/** Where `gw/auto` leads. */
export class AutoDto {
  @IsOneOf(...ROUTES)
  default_route: RequestRoute = 'general';

  /** After the last request of a conversation. */
  @IsInt()
  @Min(1)
  @Max(1_440)
  session_minutes = 30;

  @Nested(() => HighDto)
  high = new HighDto();

  @Nested(() => LowDto)
  low = new LowDto();

  @ArrayMaxSize(ROUTES.length)
  @Nested(() => RouteDto, true)
  routes: RouteDto[] = [];
}
