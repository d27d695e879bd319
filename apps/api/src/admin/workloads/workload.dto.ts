import { IsBoolean, IsDate, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { WorkloadDto } from '#workloads';
import type { Shown } from '../settings/settings-desk.js';

export class CloneDto {
  @IsString()
  name!: string;
}

/** A workload: what it is called, what it may do, and who says so. */
export class WorkloadView {
  @IsString()
  id!: string;

  @IsString()
  name!: string;

  /** As the settings file has it, defaults included. */
  @ValidateNested()
  @Type(() => WorkloadDto)
  settings!: object;

  /** Sent back as `If-Match` with a change. */
  @IsInt()
  version!: number;

  /** The settings file owns it: it cannot be changed here. */
  @IsBoolean()
  managed_by_file!: boolean;

  @IsOptional()
  @IsString()
  owner_id!: string | null;

  @IsOptional()
  @IsDate()
  created_at!: Date | null;
}

/** What a release before did not know, and so did not store: it grants nothing. */
const LATER = { tools: [], knowledge: [], knowledge_tool: false };

export const workloadView = ({ stored }: Shown): WorkloadView => ({
  id: stored.id,
  name: stored.name,
  settings: { ...LATER, ...stored.settings },
  version: stored.version,
  managed_by_file: stored.managedBy === 'file',
  owner_id: stored.ownerId,
  created_at: stored.createdAt,
});
