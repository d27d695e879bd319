import { Type } from 'class-transformer';
import { IsDate, IsIn, IsOptional, IsString, ValidateNested } from 'class-validator';
import { formatNano } from '#kernel';
import type { Organisation, Workload } from '#call';
import type { MoneyLimit } from '#metering';
import type { WorkloadDto } from '#workloads';

const SOURCES = ['workload', 'organisation', 'none'] as const;
type Source = (typeof SOURCES)[number];
const MONEY = ['budget', 'cap', 'allowance', 'credit'] as const;

/** One setting as it is in force, and who says so. */
export class EffectiveSetting {
  /** As in `rpm` or `protection.mode`. */
  @IsString()
  name!: string;

  /** Null: not limited. */
  @IsOptional()
  @IsString()
  value!: string | null;

  /** `none`: neither says anything, so it is the default. */
  @IsIn(SOURCES)
  source!: Source;
}

export class EffectiveMoneyView {
  @IsIn(MONEY)
  name!: (typeof MONEY)[number];

  @IsIn(SOURCES)
  source!: Source;

  @IsString()
  amount!: string;

  /** Spent, and held by calls that are open. */
  @IsString()
  used!: string;

  @IsString()
  left!: string;

  /** When it begins anew. */
  @IsOptional()
  @IsDate()
  resets_at!: Date | null;
}

/** Everything that limits a workload, with its source. */
export class EffectiveView {
  @IsString()
  workload_id!: string;

  @IsString()
  currency!: string;

  @ValidateNested({ each: true })
  @Type(() => EffectiveMoneyView)
  money!: EffectiveMoneyView[];

  /** The limit of money that has least left. */
  @IsOptional()
  @IsIn(MONEY)
  binding!: (typeof MONEY)[number] | null;

  @ValidateNested({ each: true })
  @Type(() => EffectiveSetting)
  settings!: EffectiveSetting[];
}

export function effectiveView(
  { organisation, workload }: { organisation: Organisation; workload: Workload },
  stored: Partial<WorkloadDto>,
  limits: readonly MoneyLimit[],
): EffectiveView {
  const left = ({ limitNano, usedNano }: MoneyLimit) => limitNano - usedNano;
  const [binding] = limits.toSorted((a, b) => (left(a) < left(b) ? -1 : 1));
  return {
    workload_id: workload.id,
    currency: organisation.currency,
    money: limits.map((limit) => ({
      name: limit.name,
      source: limit.name === 'budget' ? 'workload' : 'organisation',
      amount: formatNano(limit.limitNano),
      used: formatNano(limit.usedNano),
      left: formatNano(left(limit) > 0n ? left(limit) : 0n),
      resets_at: limit.resetsAtMs === null ? null : new Date(limit.resetsAtMs),
    })),
    binding: binding?.name ?? null,
    settings: settingsOf(organisation, workload, stored),
  };
}

function settingsOf(
  organisation: Organisation,
  workload: Workload,
  { protection: own, residency, response_cache: responseCache }: Partial<WorkloadDto>,
): EffectiveSetting[] {
  const { protection, scope } = workload;
  const said = (value: unknown): Source => (value === null ? 'none' : 'workload');
  const of = (override: unknown): Source => (override === undefined ? 'organisation' : 'workload');
  const rows: [string, string | number | boolean | null, Source][] = [
    ['rpm', workload.rpm, said(workload.rpm)],
    ['tpm', workload.tpm, said(workload.tpm)],
    [
      'allowed_models',
      workload.allowedModels.join(', ') || null,
      workload.allowedModels.length > 0 ? 'workload' : 'none',
    ],
    ['upstream_timeout_seconds', workload.upstreamTimeoutMs / 1_000, 'workload'],
    ['protection.mode', protection.mode, of(own?.mode)],
    ['protection.score_min', protection.scoreMin, of(own?.sensitivity)],
    ['protection.answers', protection.answers, of(own?.answers)],
    ['protection.injection', protection.injection, of(own?.injection)],
    ['protection.documents', protection.cleansDocuments, 'organisation'],
    ['protection.pseudonym_scope', protection.pseudonymScope, of(own?.pseudonym_scope)],
    ['protection.observe', protection.isObserving, of(own?.observe)],
    [
      'protection.exceptions',
      protection.exceptions.length,
      own?.exceptions?.length ? 'workload' : 'none',
    ],
    ['residency.mode', organisation.residency.mode, 'organisation'],
    ['residency.policy', organisation.residency.name, 'organisation'],
    [
      'residency.exceptions',
      workload.residencyExceptions.length,
      residency?.exceptions?.length ? 'workload' : 'none',
    ],
    ['scope.mode', scope?.mode ?? 'off', scope ? 'workload' : 'none'],
    ['explicit_prompt_cache', organisation.explicitPromptCache, 'organisation'],
    [
      'response_cache.ttl_seconds',
      workload.responseCache?.ttlSeconds ?? 'off',
      of(responseCache?.mode === 'off' ? 'off' : responseCache?.ttl_seconds),
    ],
  ];
  return rows.map(([name, value, source]) => ({
    name,
    value: value === null ? null : String(value),
    source,
  }));
}
