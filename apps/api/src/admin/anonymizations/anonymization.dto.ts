import { Type } from 'class-transformer';
import {
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  ValidateNested,
} from 'class-validator';
import type { SeenJob } from '#documents';

const STATUSES = [
  'queued',
  'in_progress',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
  'expired',
] as const;
const STAGES = ['queued', 'opening', 'detecting', 'writing', 'verifying', 'done'] as const;

/** As `/v1/documents/anonymize/jobs/{id}` names it. */
export class AnonymizationPath {
  @Matches(/^anonjob_[0-9a-f]{32}$/, { message: '$property must be the id of a job: anonjob_…' })
  id!: string;
}

class CountedKind {
  @IsString()
  type!: string;

  @IsInt()
  count!: number;
}

class SentDocument {
  /** Null once the result is gone. */
  @IsOptional()
  @IsString()
  filename!: string | null;

  @IsInt()
  bytes!: number;

  @IsString()
  mime_type!: string;
}

class AnonymizationProgress {
  @IsIn(STAGES)
  stage!: string;

  /** Of this stage. */
  @IsInt()
  pages_done!: number;

  @IsInt()
  pages_total!: number;
}

class AnonymizationResult {
  /** For a quarter of an hour, and for whoever has it. */
  @IsString()
  url!: string;

  /** Seconds since the epoch. */
  @IsInt()
  url_expires_at!: number;

  @IsString()
  filename!: string;

  @IsInt()
  bytes!: number;

  /** Of its bytes, in hex. */
  @IsString()
  sha256!: string;

  @IsString()
  mime_type!: string;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => CountedKind)
  entities!: readonly CountedKind[];

  @IsString({ each: true })
  warnings!: readonly string[];
}

class AnonymizationError {
  @IsString()
  code!: string;

  @IsString()
  message!: string;
}

class AnonymizationUsage {
  @IsInt()
  pages_processed!: number;

  @IsInt()
  images_processed!: number;

  @IsInt()
  doc_size_bytes!: number;
}

/** A document that is anonymized in the background, as its callers see it, and whose it is. Times in seconds since the epoch. */
export class AnonymizationView {
  @IsString()
  id!: string;

  @IsIn(['document.anonymization.job'])
  object!: 'document.anonymization.job';

  @IsIn(STATUSES)
  status!: (typeof STATUSES)[number];

  @IsInt()
  created_at!: number;

  @IsOptional()
  @IsInt()
  started_at!: number | null;

  /** When it ended, however it did. */
  @IsOptional()
  @IsInt()
  completed_at!: number | null;

  /** When the result is deleted. */
  @IsOptional()
  @IsInt()
  expires_at!: number | null;

  @ValidateNested()
  @Type(() => SentDocument)
  file!: SentDocument;

  @ValidateNested()
  @Type(() => AnonymizationProgress)
  progress!: AnonymizationProgress;

  @IsOptional()
  @ValidateNested()
  @Type(() => AnonymizationResult)
  result!: AnonymizationResult | null;

  @IsOptional()
  @ValidateNested()
  @Type(() => AnonymizationError)
  error!: AnonymizationError | null;

  @IsOptional()
  @ValidateNested()
  @Type(() => AnonymizationUsage)
  usage_info!: AnonymizationUsage | null;

  @IsUUID()
  workload_id!: string;

  /** Who made it; null where a key did. */
  @IsOptional()
  @IsUUID()
  member_id!: string | null;
}

class MappedTag {
  @IsString()
  tag!: string;

  @IsString()
  type!: string;

  @IsString()
  value!: string;
}

/** Which tag stands for what. */
export class AnonymizationMappingView {
  @IsString()
  id!: string;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => MappedTag)
  mapping!: readonly MappedTag[];
}

export const anonymizationView = ({ view, workloadId, memberId }: SeenJob): AnonymizationView => ({
  ...view,
  workload_id: workloadId,
  member_id: memberId,
});
