import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { IsOneOf } from '#platform';
import { Nested } from './decorators.js';
import { ExceptionDto } from './exception.dto.js';

const MODES = ['allow_log', 'mask', 'tokenize', 'block'] as const;
const ANSWERS = ['off', 'mask', 'block'] as const;
const INJECTION = ['off', 'flag', 'strip', 'block'] as const;
const PSEUDONYM_SCOPES = ['workload', 'conversation'] as const;
const ACTIONS = ['log', 'mask', 'tokenize', 'block'] as const;
const SENSITIVITIES = ['strict', 'standard', 'lenient'] as const;
/** How sure a finding has to be. The standard: a number with one check digit needs a word beside it. */
export const SCORE_MIN: Readonly<Record<(typeof SENSITIVITIES)[number], number>> = {
  strict: 0.35,
  standard: 0.5,
  lenient: 0.7,
};

const RULES_MAX = 200; // More than there are kinds and subtypes.
const EXCEPTIONS_MAX = 50;
/** One automaton finds them all, so their number costs memory alone. */
const OWN_TERMS_MAX = 5_000;
/** Hosts of an organisation's own pages and services. */
const RESTORE_HOSTS_MAX = 1_000;
const HOST = /^(?:\*\.)?(?:[\p{L}\p{N}-]{1,63}\.){0,8}[\p{L}\p{N}-]{1,63}$/u;
/** Each costs a pass over the texts that it matches in. */
const OWN_PATTERNS_MAX = 50;

/** What names there are is for `findProtectionFaults` to say: it knows what was meant. */
export class KindRuleDto {
  @IsString()
  @MaxLength(64)
  name!: string;

  @IsOptional()
  @IsBoolean()
  enabled?: boolean;

  @IsOptional()
  @IsOneOf(...ACTIONS)
  action?: (typeof ACTIONS)[number];

  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  min_score?: number;
}

const UNSCANNABLE = ['mark', 'refuse'] as const;

/** What a protective mode does with files that it cannot read. */
class UnscannableDto {
  @IsOneOf(...UNSCANNABLE)
  images: (typeof UNSCANNABLE)[number] = 'mark';

  @IsOneOf(...UNSCANNABLE)
  audio: (typeof UNSCANNABLE)[number] = 'mark';

  @IsOneOf(...UNSCANNABLE)
  uploads: (typeof UNSCANNABLE)[number] = 'mark';

  @IsOneOf(...UNSCANNABLE)
  documents: (typeof UNSCANNABLE)[number] = 'refuse';
}

/** A word of lower case, since it becomes the front of a pseudonym. */
const LABEL = /^[a-z][a-z_]{0,30}[a-z]$/;
const LABEL_MESSAGE = '$property must be a word of lower-case letters and underscores';

class OwnTermDto {
  @IsString()
  @MinLength(2)
  @MaxLength(200)
  term!: string;

  @Matches(LABEL, { message: LABEL_MESSAGE })
  kind = 'term';
}

class OwnPatternDto {
  @Matches(LABEL, { message: LABEL_MESSAGE })
  name!: string;

  @IsString()
  pattern!: string;

  @IsNumber()
  @Min(0)
  @Max(1)
  score = 0.9;

  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(60, { each: true })
  words: string[] = [];

  @IsOneOf('none', 'luhn', 'mod97')
  check: 'none' | 'luhn' | 'mod97' = 'none';
}

export class ProtectionDto {
  @IsOneOf(...MODES)
  mode: (typeof MODES)[number] = 'tokenize';

  @IsOneOf(...SENSITIVITIES)
  sensitivity: (typeof SENSITIVITIES)[number] = 'standard';

  @ArrayMaxSize(RULES_MAX)
  @Nested(() => KindRuleDto, true)
  kinds: KindRuleDto[] = [];

  @ArrayMaxSize(OWN_TERMS_MAX)
  @Nested(() => OwnTermDto, true)
  terms: OwnTermDto[] = [];

  @ArrayMaxSize(OWN_PATTERNS_MAX)
  @Nested(() => OwnPatternDto, true)
  patterns: OwnPatternDto[] = [];

  @IsArray()
  @ArrayMaxSize(OWN_TERMS_MAX)
  @IsString({ each: true })
  @MinLength(2, { each: true })
  @MaxLength(200, { each: true })
  allowed: string[] = [];

  @IsOneOf(...ANSWERS)
  answers: (typeof ANSWERS)[number] = 'off';

  @IsOneOf(...INJECTION)
  injection: (typeof INJECTION)[number] = 'off';

  @IsArray()
  @ArrayMaxSize(RESTORE_HOSTS_MAX)
  @Matches(HOST, {
    each: true,
    message: '$property takes hosts, or all below one: www.example.com, *.example.com',
  })
  restore_hosts: string[] = [];

  @IsOneOf(...PSEUDONYM_SCOPES)
  pseudonym_scope: (typeof PSEUDONYM_SCOPES)[number] = 'workload';

  @IsBoolean()
  observe = false;

  @IsBoolean()
  allow_weaker_overrides = false;

  @Nested(() => UnscannableDto)
  unscannable = new UnscannableDto();

  @IsBoolean()
  documents = false;
}

class ProtectionExceptionDto extends ExceptionDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(RULES_MAX)
  @IsString({ each: true })
  kinds!: string[];
}

/** What a workload has otherwise than its organisation. */
export class ProtectionOverrideDto {
  @IsOptional()
  @IsOneOf(...MODES)
  mode?: (typeof MODES)[number];

  @IsOptional()
  @IsOneOf(...SENSITIVITIES)
  sensitivity?: (typeof SENSITIVITIES)[number];

  @ArrayMaxSize(RULES_MAX)
  @Nested(() => KindRuleDto, true)
  kinds: KindRuleDto[] = [];

  @IsOptional()
  @IsOneOf(...ANSWERS)
  answers?: (typeof ANSWERS)[number];

  @IsOptional()
  @IsOneOf(...INJECTION)
  injection?: (typeof INJECTION)[number];

  @IsOptional()
  @IsOneOf(...PSEUDONYM_SCOPES)
  pseudonym_scope?: (typeof PSEUDONYM_SCOPES)[number];

  @IsOptional()
  @IsBoolean()
  observe?: boolean;

  @ArrayMaxSize(EXCEPTIONS_MAX)
  @Nested(() => ProtectionExceptionDto, true)
  exceptions: ProtectionExceptionDto[] = [];
}
