import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { Jurisdiction } from '#call';
import { ProviderDto } from '#workloads';
import { shown, type SecretShown } from '../settings/incoming-secrets.js';
import type { Shown } from '../settings/settings-desk.js';
import { LastTestView } from './provider-test.dto.js';

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

  /** Null of one that is older than this is known. */
  @IsOptional()
  @IsDate()
  created_at!: Date | null;
}

/** Where a provider processes. */
export class PlaceView {
  /** `EU`, a country, `LOCAL` or `GLOBAL`. */
  @IsString()
  zone!: string;

  @IsString({ each: true })
  countries!: string[];

  /** By contract, not only as a rule. */
  @IsBoolean()
  guaranteed!: boolean;

  /** Who says so. */
  @IsIn(['catalogue', 'organisation', 'none'])
  source!: Jurisdiction['source'];
}

/** A provider, and what is known of it beside its settings. */
export class ProviderStateView extends ProviderView {
  /** Null until it is in force. */
  @IsOptional()
  @ValidateNested()
  @Type(() => PlaceView)
  place!: PlaceView | null;

  /** When its newest call began, as old as sealing: a few seconds. */
  @IsOptional()
  @IsDate()
  last_used_at!: Date | null;

  @IsOptional()
  @ValidateNested()
  @Type(() => LastTestView)
  last_test!: LastTestView | null;
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
    created_at: stored.createdAt,
  };
}
