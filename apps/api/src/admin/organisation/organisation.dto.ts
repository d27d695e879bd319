import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsString, ValidateNested } from 'class-validator';
import { OrganisationDto } from '#workloads';
import { shown } from '../settings/incoming-secrets.js';
import type { Shown } from '../settings/settings-desk.js';

/** What holds for all workloads. */
export class OrganisationView {
  @IsString()
  id!: string;

  @IsString()
  name!: string;

  /** As the settings file has it, defaults included; secrets of webhooks as fingerprints. Members are not shown `alerts`. */
  @ValidateNested()
  @Type(() => OrganisationDto)
  settings!: object;

  /** Sent back as `If-Match` with a change. */
  @IsInt()
  version!: number;

  @IsBoolean()
  managed_by_file!: boolean;
}

export const organisationView = ({ stored, marks }: Shown): OrganisationView => ({
  id: stored.id,
  name: stored.name,
  settings: shown(stored.settings, marks),
  version: stored.version,
  managed_by_file: stored.managedBy === 'file',
});
