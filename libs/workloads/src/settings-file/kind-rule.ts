import { DATA_KINDS, DATA_SUBTYPES, specOf, type DataKind } from '#contract';
import type { KindRuleDto } from './protection.dto.js';

/** Of a kind itself, or of a subtype; none of a group or a pattern. */
export const kindNamed = (name: string): DataKind | undefined =>
  DATA_SUBTYPES.get(name) ?? (Object.hasOwn(DATA_KINDS, name) ? (name as DataKind) : undefined);

/**
 * Whether a rule turns what it names on or off; undefined where it leaves that as it is. Who names an
 * optional kind wants it found: a rule that says what to do about it would do nothing otherwise.
 */
export function isTurnedOn({ name, enabled }: KindRuleDto): boolean | undefined {
  const kind = kindNamed(name);
  return enabled ?? (kind && specOf(kind).isOptional);
}
