import { IsBoolean, IsDate, IsIn, IsInt, IsNumber, IsOptional, IsString } from 'class-validator';
import type { ProviderReport } from '#providers';

const CHECKS = ['reachability', 'authentication', 'models'] as const;

/** What was found out about a provider, and what could not be. */
export class ProviderTestView {
  @IsBoolean()
  reachable!: boolean;

  /** Null where it did not show. */
  @IsOptional()
  @IsBoolean()
  authenticated!: boolean | null;

  /** Of its answer. */
  @IsOptional()
  @IsInt()
  status!: number | null;

  /** Until its answer began. */
  @IsOptional()
  @IsNumber()
  latency_ms!: number | null;

  /** How many models it lists; null where it lists none. */
  @IsOptional()
  @IsInt()
  models_seen!: number | null;

  /** The first 200 of them. */
  @IsString({ each: true })
  models!: string[];

  /** Models of its settings that it does not list. */
  @IsString({ each: true })
  models_missing!: string[];

  /** A word: `dns`, `connect`, `tls`, `reset`, `timeout`, `credential_missing`, `status`, `body`. */
  @IsOptional()
  @IsString()
  fault!: string | null;

  @IsIn(CHECKS, { each: true })
  not_checked!: (typeof CHECKS)[number][];
}

/** The newest test of a provider. */
export class LastTestView extends ProviderTestView {
  @IsDate()
  at!: Date;

  /** Who asked for it; null of somebody who is gone. */
  @IsOptional()
  @IsString()
  by!: string | null;

  /** Nothing of the provider was changed since. */
  @IsBoolean()
  current!: boolean;
}

export const testView = (report: ProviderReport): ProviderTestView => ({
  reachable: report.isReachable,
  authenticated: report.isAuthenticated,
  status: report.status,
  latency_ms: report.latencyMs,
  models_seen: report.modelCount,
  models: [...report.models],
  models_missing: [...report.missing],
  fault: report.fault,
  not_checked: [...report.notChecked],
});
