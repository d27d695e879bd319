import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';

/** Why no call is sent to an endpoint. */
class PauseView {
  /** All of its provider is paused, and is resumed as a whole. */
  @IsBoolean()
  of_provider!: boolean;

  @IsString()
  reason!: string;

  @IsDate()
  at!: Date;

  /** Null where a token did it, or the member is gone. */
  @IsOptional()
  @IsString()
  by!: string | null;
}

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

  /** On all replicas; null where it is not. */
  @IsOptional()
  @ValidateNested()
  @Type(() => PauseView)
  pause!: PauseView | null;
}

/** A model that runs beside the replica that answers. */
class LocalModelView {
  /** `names` reads what callers write, as data protection has it; others are asked by these names. */
  @IsIn(['names', 'gw/typed', 'gw/typed/router'])
  model!: string;

  /** `down`: no process can do a job, and one is started anew. `failed`: not before the gateway is. */
  @IsIn(['ready', 'verifying', 'down', 'failed', 'off'])
  state!: string;

  /** Why it failed. */
  @IsOptional()
  @IsString()
  fault!: string | null;

  /** Processes that can do a job. */
  @IsInt()
  ready!: number;

  @IsInt()
  processes_max!: number;

  @IsInt()
  busy!: number;

  /** Jobs that no process has yet. */
  @IsInt()
  waiting!: number;

  /** SHA-256 in hex: of the manifest, or what answers say as their revision; empty before it was verified. */
  @IsString()
  fingerprint!: string;
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
  @Type(() => LocalModelView)
  local_models!: readonly LocalModelView[];

  @ValidateNested({ each: true })
  @Type(() => ReplicaView)
  replicas!: readonly ReplicaView[];
}
