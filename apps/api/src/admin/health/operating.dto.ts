import { IsBoolean, IsInt, Length, Matches } from 'class-validator';
import { IsLine } from '../http/expect-text.js';
import { MayBeLeftOut } from '../http/optional.js';

const PROVIDER_CHARS_MAX = 100; // As callers name models: longer than any provider's name.
const MODEL_CHARS_MAX = 200;
const REASON_CHARS_MAX = 300; // As that of an exception.

/** What operators do says why: it is in the log, and a pause shows it. */
export class ReasonDto {
  @IsLine(REASON_CHARS_MAX)
  @Length(3)
  reason!: string;
}

export class EndpointDto extends ReasonDto {
  @IsLine(PROVIDER_CHARS_MAX)
  provider!: string;

  /** Without its provider. Left out: all models of it, and calls that name none. */
  @MayBeLeftOut()
  @IsLine(MODEL_CHARS_MAX)
  @Matches(/^\S+$/, { message: '$property takes no blanks' })
  model?: string;
}

export class PausedView {
  @IsBoolean()
  paused!: boolean;
}

export class RetriedView {
  /** What was given up and is due again: 1,000 at most for one request. */
  @IsInt()
  retried!: number;
}
