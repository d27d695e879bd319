import { Type } from 'class-transformer';
import { IsBoolean, IsDate, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { AliasDto } from '#workloads';
import type { Shown } from '../settings/settings-desk.js';

/** A name of the organisation's own for models. */
export class AliasView {
  @IsString()
  id!: string;

  @IsString()
  name!: string;

  @ValidateNested()
  @Type(() => AliasDto)
  settings!: object;

  /** Sent back as `If-Match` with a change. */
  @IsInt()
  version!: number;

  @IsBoolean()
  managed_by_file!: boolean;

  /** Null of one that is older than this is known. */
  @IsOptional()
  @IsDate()
  created_at!: Date | null;
}

/** An alias, and when it was used. */
export class AliasUseView extends AliasView {
  /** When the newest call that named it began, as old as sealing: a few seconds. */
  @IsOptional()
  @IsDate()
  last_used_at!: Date | null;
}

export const aliasView = ({ stored }: Shown): AliasView => ({
  id: stored.id,
  name: stored.name,
  settings: stored.settings,
  version: stored.version,
  managed_by_file: stored.managedBy === 'file',
  created_at: stored.createdAt,
});
