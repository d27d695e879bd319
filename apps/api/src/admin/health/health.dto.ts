import { Type } from 'class-transformer';
import {
  IsDate,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';

class EndpointHealthView {
  @IsString()
  provider!: string;

  /** Without its provider; empty for calls that name none. */
  @IsString()
  model!: string;

  /** As the replica that answers sees it. */
  @IsIn(['closed', 'open', 'half_open'])
  breaker!: string;

  /** Seconds until it is tried again; 0 where it serves. */
  @IsInt()
  retry_in_seconds!: number;

  /** Of this hour and the one before. */
  @IsInt()
  requests!: number;

  /** Of 1; null where nothing was called. */
  @IsOptional()
  @IsNumber()
  error_rate!: number | null;

  @IsOptional()
  @IsInt()
  latency_p95_ms!: number | null;

  @IsOptional()
  @IsDate()
  last_success_at!: Date | null;
}

class QueueView {
  @IsIn(['sealing', 'set_aside', 'background_answers', 'deliveries', 'audit_jobs'])
  queue!: string;

  @IsInt()
  waiting!: number;

  @IsInt()
  active!: number;

  @IsInt()
  failed!: number;

  @IsOptional()
  @IsDate()
  oldest_at!: Date | null;
}

class ReplicaView {
  @IsString()
  id!: string;

  /** It is the one that answers. */
  @IsIn([true, false])
  answers!: boolean;

  @IsOptional()
  @IsString()
  version!: string | null;

  @IsOptional()
  @IsDate()
  started_at!: Date | null;

  /** It says so every five seconds. */
  @IsDate()
  seen_at!: Date;

  @IsInt()
  open_calls!: number;
}

export class HealthView {
  @IsIn(['stopped', 'sealing', 'audit_rollback_detected'])
  sealer!: string;

  @ValidateNested({ each: true })
  @Type(() => EndpointHealthView)
  endpoints!: readonly EndpointHealthView[];

  @ValidateNested({ each: true })
  @Type(() => QueueView)
  queues!: readonly QueueView[];

  @ValidateNested({ each: true })
  @Type(() => ReplicaView)
  replicas!: readonly ReplicaView[];
}
