import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsOptional,
  IsString,
  MaxLength,
  MinLength,
} from 'class-validator';
import { IsOneOf } from '#platform';
import { Nested } from './decorators.js';
import { ExceptionDto } from './exception.dto.js';

class ScopeExceptionDto extends ExceptionDto {
  /** In any case; shorter ones would be met by chance. */
  @IsString()
  @MinLength(3)
  @MaxLength(200)
  contains!: string;
}

/** What a workload is for. */
export class ScopeDto {
  @IsOneOf('off', 'flag', 'block')
  mode: 'off' | 'flag' | 'block' = 'off';

  @IsOptional()
  @IsString()
  @MinLength(10)
  @MaxLength(2_000)
  statement?: string;

  @IsArray()
  @ArrayMaxSize(10)
  @IsString({ each: true })
  @MaxLength(500, { each: true })
  examples_in: string[] = [];

  @IsArray()
  @ArrayMaxSize(10)
  @IsString({ each: true })
  @MaxLength(500, { each: true })
  examples_out: string[] = [];

  @IsOptional()
  @IsString()
  judge?: string;

  @IsOneOf('allow', 'block')
  uncertain: 'allow' | 'block' = 'allow';

  @IsOneOf('refuse', 'mark')
  unread: 'refuse' | 'mark' = 'refuse';

  @IsBoolean()
  trusts_system = false;

  @ArrayMaxSize(50)
  @Nested(() => ScopeExceptionDto, true)
  exceptions: ScopeExceptionDto[] = [];
}
