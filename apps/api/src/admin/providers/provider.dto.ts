import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { ProviderReport } from '#providers';
import { ProviderDto } from '#workloads';
import { shown, type SecretShown } from '../settings/incoming-secrets.js';
import type { Shown } from '../settings/settings-desk.js';

/** A secret as it is given. */
export class SecretInput {
  /** The secret itself: it is sealed, and shown to nobody again. */
  @IsOptional()
  @IsString()
  @MaxLength(16_384)
  value?: string;

  /** Of one that is stored: it is kept. */
  @IsOptional()
  @IsString()
  fingerprint?: string;

  /** A variable of the machine's environment; owners alone name one. */
  @IsOptional()
  @IsString()
  env?: string;
}

/** What a provider is made of, or what of it changes. */
export class ProviderInput extends ProviderDto {
  @IsOptional()
  @ValidateNested()
  @Type(() => SecretInput)
  declare secret?: SecretInput;
}

/** What is shown of a secret; nothing shows the secret itself. */
export class SecretView {
  /** The variable that holds it. */
  @IsOptional()
  @IsString()
  env!: string | null;

  /** The file that holds it. */
  @IsOptional()
  @IsString()
  file!: string | null;

  /** Of one that was typed in; empty where it is too short to show any of it. */
  @IsOptional()
  @IsString()
  last4!: string | null;

  /** Tells two secrets apart. */
  @IsOptional()
  @IsString()
  fingerprint!: string | null;
}

/** A provider: where it is, what it serves at which price, and what opens it. */
export class ProviderView {
  @IsString()
  id!: string;

  @IsString()
  name!: string;

  /** As the settings file has it, defaults included, without the secret. */
  @ValidateNested()
  @Type(() => ProviderDto)
  settings!: object;

  @IsOptional()
  @ValidateNested()
  @Type(() => SecretView)
  secret!: SecretView | null;

  /** Sent back as `If-Match` with a change. */
  @IsInt()
  version!: number;

  @IsBoolean()
  managed_by_file!: boolean;
}

export function providerView({ stored, marks }: Shown): ProviderView {
  const { secret, ...settings } = shown(stored.settings, marks) as { secret?: SecretShown };
  return {
    id: stored.id,
    name: stored.name,
    settings,
    secret: secret
      ? {
          env: secret.env ?? null,
          file: secret.file ?? null,
          last4: secret.last4 ?? null,
          fingerprint: secret.fingerprint ?? null,
        }
      : null,
    version: stored.version,
    managed_by_file: stored.managedBy === 'file',
  };
}

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
