import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsString, ValidateNested } from 'class-validator';
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
}

export const aliasView = ({ stored }: Shown): AliasView => ({
  id: stored.id,
  name: stored.name,
  settings: stored.settings,
  version: stored.version,
  managed_by_file: stored.managedBy === 'file',
});
