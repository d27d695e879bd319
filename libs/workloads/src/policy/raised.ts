import { nanoOf, parseDecimal } from '#kernel';
import type { WorkloadDto } from '../settings-file/settings-file.dto.js';
import { when } from '../settings-file/when.js';

type Given = Pick<WorkloadDto, 'rpm' | 'tpm' | 'budget'>;
/** Null, as JSON has it, is no limit either. */
type Limits = { readonly [Name in keyof Given]?: Given[Name] | null };

/**
 * What of a change lets a workload spend or ask more than before, by the path of the setting. A period that is
 * another one begins to count anew, so it is more than there was, whichever it is.
 */
export function raisedLimits(before: Limits, after: Limits): readonly string[] {
  const [was, is] = [before.budget, after.budget];
  return [
    ...when(isMore(before.rpm, after.rpm), 'rpm'),
    ...when(isMore(before.tpm, after.tpm), 'tpm'),
    ...when(Boolean(was) && !is, 'budget'),
    ...(was && is ? raisedBudget(was, is) : []),
  ];
}

type Budget = NonNullable<Given['budget']>;

function raisedBudget(was: Budget, is: Budget): readonly string[] {
  return [
    ...when(nano(is.amount) > nano(was.amount), 'budget.amount'),
    ...when(is.period !== was.period, 'budget.period'),
    ...when(was.mode === 'strict' && is.mode !== 'strict', 'budget.mode'),
    ...when(JSON.stringify(is.override) !== JSON.stringify(was.override), 'budget.override'),
  ];
}

/** No limit is more than any. */
const isMore = (was: number | null = null, is: number | null = null): boolean =>
  was !== null && (is === null || is > was);

/** Of an amount that the settings have let in. */
function nano(amount: string): bigint {
  const decimal = parseDecimal(amount);
  if (!decimal) throw new Error(`${amount} is no amount`);
  return nanoOf(decimal);
}
