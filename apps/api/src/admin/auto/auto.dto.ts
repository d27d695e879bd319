import { Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsString, Max, Min, ValidateNested } from 'class-validator';
import { DEMANDS, type Demand } from '#call';
import { formatNano } from '#kernel';
import type { Replay } from '#routing';

export class AutoReplayDto {
  /** A merge patch of `auto` of the organisation: what is wanted. */
  @IsObject()
  auto!: object;

  @IsInt()
  @Min(1)
  @Max(90)
  days = 7;
}

class DemandMoveView {
  @IsIn(DEMANDS)
  before!: Demand;

  @IsIn(DEMANDS)
  after!: Demand;

  @IsInt()
  calls!: number;
}

class ModelMoveView {
  /** `<provider>/<model>` that served the calls. */
  @IsString()
  before!: string;

  /** That would be tried first. */
  @IsString()
  after!: string;

  @IsInt()
  calls!: number;
}

/** What calls of the past would have taken by a wanted policy. */
export class AutoReplayView {
  /** Calls to `gw/auto` that were looked at, the newest ones. */
  @IsInt()
  calls!: number;

  /** Of these, those whose new model has a price; the costs are theirs. */
  @IsInt()
  priced!: number;

  @IsString()
  cost_before!: string;

  /** For as many tokens. */
  @IsString()
  cost_after!: string;

  @IsString()
  currency!: string;

  @ValidateNested({ each: true })
  @Type(() => DemandMoveView)
  demands!: DemandMoveView[];

  /** The most frequent ones. */
  @ValidateNested({ each: true })
  @Type(() => ModelMoveView)
  moves!: ModelMoveView[];
}

export const replayView = (replay: Replay, currency: string): AutoReplayView => ({
  calls: replay.calls,
  priced: replay.priced,
  cost_before: formatNano(replay.nanoBefore),
  cost_after: formatNano(replay.nanoAfter),
  currency,
  demands: [...replay.demands],
  moves: [...replay.moves],
});
