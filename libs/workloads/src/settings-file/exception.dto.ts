import { IsString, MaxLength, MinLength } from 'class-validator';
import { IsMoment } from './decorators.js';

/** From a policy: who allows it says why, and until when. */
export class ExceptionDto {
  @IsString()
  @MinLength(3)
  @MaxLength(300)
  reason!: string;

  @IsMoment()
  until!: string;
}
