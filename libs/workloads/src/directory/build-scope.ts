import type { ScopePolicy } from '#call';
import { sha256 } from '#kernel';
import type { ScopeDto } from '../settings-file/scope.dto.js';

/** Null where nothing is judged; rows of a release before have the mode alone. */
export function buildScope(dto: Pick<ScopeDto, 'mode'> & Partial<ScopeDto>): ScopePolicy | null {
  const { mode, statement, judge } = dto;
  if (mode === 'off' || statement === undefined || judge === undefined) return null;
  const { examples_in: examplesIn = [], examples_out: examplesOut = [] } = dto;
  return {
    mode,
    statement,
    examplesIn,
    examplesOut,
    judge,
    uncertain: dto.uncertain ?? 'allow',
    unread: dto.unread ?? 'refuse',
    trustsSystem: dto.trusts_system ?? false,
    exceptions: (dto.exceptions ?? []).map(({ contains, reason, until }) => ({
      contains: contains.toLowerCase(),
      reason,
      untilMs: Date.parse(until),
    })),
    version: sha256(JSON.stringify([statement, examplesIn, examplesOut, judge])).toString('hex'),
  };
}
