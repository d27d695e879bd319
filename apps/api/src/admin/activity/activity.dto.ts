import { Type } from 'class-transformer';
import { IsArray, IsDate, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import type { Activity } from '#insight';
import { PickType } from '@nestjs/swagger';
import { ListQuery } from '../http/page.js';

export class ActivityQuery extends ListQuery {
  @IsOptional()
  @Type(() => Date)
  @IsDate()
  from?: Date;

  /** Not included. */
  @IsOptional()
  @Type(() => Date)
  @IsDate()
  to?: Date;

  /** As in `workload.update`, or how it begins. */
  @IsOptional()
  @Matches(/^[a-z][a-z_.-]*$/, {
    message: 'action must be one of the log, or how it begins, as in workload.update',
  })
  @MaxLength(60)
  action?: string;

  /** As in `member 0193…` or `token Ab12…`. */
  @IsOptional()
  @Matches(/^(member|token) [\w-]{1,64}$/, { message: 'actor must be member or token, and its id' })
  actor?: string;
}

export class ActivityExportQuery extends PickType(ActivityQuery, [
  'from',
  'to',
  'action',
  'actor',
] as const) {
  @IsOptional()
  @IsIn(['csv', 'json'])
  format: 'csv' | 'json' = 'csv';
}

export class ActivityView {
  @IsString()
  id!: string;

  @IsDate()
  at!: Date;

  /** `admin`, or what was done to the log: `erasure`, `key_rotation`, `fork`, `retention`. */
  @IsString()
  type!: string;

  @IsOptional()
  @IsString()
  action!: string | null;

  /** As in `workload 0193…`. */
  @IsOptional()
  @IsString()
  target!: string | null;

  /** `member`, `token`; `signed_address` of who needed nothing else; null for an operator at the command line. */
  @IsOptional()
  @IsString()
  actor_kind!: string | null;

  @IsOptional()
  @IsString()
  actor_id!: string | null;

  /** Null of somebody who is gone. */
  @IsOptional()
  @IsString()
  actor_name!: string | null;

  /** `ok`, or `refused` of a try. */
  @IsString()
  outcome!: string;

  @IsOptional()
  @IsString()
  workload_id!: string | null;

  @IsOptional()
  @IsString()
  ip!: string | null;

  /** What changed: `[path, from, to]` each, or paths alone where that was too long. */
  @IsArray()
  changes!: readonly unknown[];
}

export function activityView({ id, at, entry, actorName }: Activity): ActivityView {
  const said = entry?.detail;
  const textOf = (name: string): string | null =>
    said?.[name] === undefined ? null : String(said[name]);
  const [kind = null, actor = null] = textOf('actor')?.split(' ') ?? [];
  return {
    id,
    at,
    type: entry?.type ?? 'admin',
    action: textOf('action') ?? entry?.marks[0] ?? null,
    target: textOf('target') ?? entry?.parent ?? null,
    actor_kind: kind,
    actor_id: actor,
    actor_name: actorName,
    outcome: entry?.outcome ?? 'unreadable',
    workload_id: entry?.workload ?? null,
    ip: textOf('ip'),
    changes: changesOf(textOf('changes')),
  };
}

function changesOf(text: string | null): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
