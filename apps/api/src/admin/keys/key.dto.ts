import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  IsMoment,
  KEY_ORDERS,
  KEY_STATUSES,
  type IssuedKey,
  type KeyOrder,
  type KeyStatus,
} from '#workloads';
import { IsLine } from '../http/expect-text.js';
import { MayBeLeftOut } from '../http/optional.js';
import { ListQuery } from '../http/page.js';

const NAME_CHARS_MAX = 100; // As in the settings file.
const OVERLAP_SECONDS_MAX = 30 * 24 * 3_600;
const ROTATED_MAX = 50; // Of one request: their secrets are looked through by a person.
const ID_CHARS_MAX = 100; // Far longer than any.
const ENVIRONMENTS = ['live', 'test'] as const;
type Environment = (typeof ENVIRONMENTS)[number];

const SORTS = KEY_ORDERS.flatMap((order) => [order, `-${order}`] as const);

export class KeyListQuery extends ListQuery {
  /** Begins with `-` where the last come first. */
  @IsIn(SORTS)
  sort: KeyOrder | `-${KeyOrder}` = '-created_at';

  @IsOptional()
  @IsUUID()
  workload_id?: string;

  @IsOptional()
  @IsIn(ENVIRONMENTS)
  env?: Environment;

  @IsOptional()
  @IsIn(KEY_STATUSES)
  status?: KeyStatus;
}

export class CreateKeyDto {
  @IsLine(NAME_CHARS_MAX)
  name!: string;

  @IsUUID()
  workload_id!: string;

  /** `live` is for production, and asks for an e-mail address that is verified. */
  @IsIn(ENVIRONMENTS)
  env!: Environment;

  /** Left out or null, it never does. */
  @IsOptional()
  @IsMoment()
  expires_at?: string | null;
}

export class UpdateKeyDto {
  @MayBeLeftOut()
  @IsLine(NAME_CHARS_MAX)
  name?: string;

  /** Null: it never does. */
  @IsOptional()
  @IsMoment()
  expires_at?: string | null;
}

export class RotateKeyDto {
  /** How long the key goes on beside the one that takes its place. */
  @IsInt()
  @Min(0)
  @Max(OVERLAP_SECONDS_MAX)
  overlap_s = 0;

  /** Of the new key; that of the old one where it is left out, and never where it is null. */
  @IsOptional()
  @IsMoment()
  expires_at?: string | null;
}

export class RotateKeysDto extends RotateKeyDto {
  @ArrayMinSize(1)
  @ArrayMaxSize(ROTATED_MAX)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(ID_CHARS_MAX, { each: true })
  ids!: string[];
}

/** A virtual key. Its secret is stored nowhere. */
export class KeyView {
  @IsString()
  id!: string;

  /** What the key begins with. */
  @IsString()
  prefix!: string;

  @IsString()
  name!: string;

  @IsString()
  workload_id!: string;

  @IsString()
  workload_name!: string;

  @IsIn(ENVIRONMENTS)
  env!: Environment;

  @IsIn(KEY_STATUSES)
  status!: KeyStatus;

  @IsDate()
  created_at!: Date;

  /** The member who made it. */
  @IsOptional()
  @IsString()
  created_by!: string | null;

  @IsOptional()
  @IsDate()
  expires_at!: Date | null;

  @IsOptional()
  @IsDate()
  revoked_at!: Date | null;

  /** Written down once a minute. */
  @IsOptional()
  @IsDate()
  last_used_at!: Date | null;

  /** The key that takes its place. */
  @IsOptional()
  @IsString()
  rotated_to!: string | null;

  /** Sent back as `If-Match` with a change. */
  @IsInt()
  version!: number;

  @IsBoolean()
  managed_by_file!: boolean;
}

export class KeyWithSecretView extends KeyView {
  /** The key itself. It is shown this once. */
  @IsString()
  secret!: string;
}

export class RotatedKeysView {
  /** In the order in which they were named. */
  @ValidateNested({ each: true })
  @Type(() => KeyWithSecretView)
  keys!: readonly KeyWithSecretView[];
}

export const keyView = (key: IssuedKey): KeyView => ({
  id: key.id,
  prefix: `gw_${key.env}_${key.id}`,
  name: key.name,
  workload_id: key.workloadId,
  workload_name: key.workloadName,
  env: key.env,
  status: key.status,
  created_at: key.createdAt,
  created_by: key.createdBy,
  expires_at: key.expiresAt,
  revoked_at: key.revokedAt,
  last_used_at: key.lastUsedAt,
  rotated_to: key.rotatedTo,
  version: key.version,
  managed_by_file: key.managedBy === 'file',
});
