import { Box, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../lib/is-record';
import classes from './changes.module.css';

export interface Change {
  /** As in `budget.amount`; empty: all of it. */
  readonly path: string;
  /** Undefined or null: there was nothing. */
  readonly from: unknown;
  readonly to: unknown;
}

/** What changed, old over new, as a diff has it. */
export function Changes({ changes, label }: { changes: readonly Change[]; label: string }) {
  const { t } = useTranslation('settings');
  return (
    <Stack gap="sm" component="ul" p={0} m={0} aria-label={label} style={{ listStyle: 'none' }}>
      {changes.flatMap(unfolded).map(({ path, from, to }) => (
        <Box component="li" key={path}>
          <Text size="sm" fw={600} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {path === '' ? t('changes.whole') : path}
          </Text>
          {isThere(from) && <Line side="before" value={from} />}
          {isThere(to) ? (
            <Line side="after" value={to} />
          ) : (
            !isThere(from) && <Text size="sm">{t('changes.nothing')}</Text>
          )}
        </Box>
      ))}
    </Stack>
  );
}

function Line({ side, value }: { side: 'before' | 'after'; value: unknown }) {
  const { t } = useTranslation('settings');
  return (
    <Box className={classes[side]}>
      <VisuallyHidden>{t(`changes.${side}`)}: </VisuallyHidden>
      <span aria-hidden>{side === 'before' ? '−' : '+'}</span>
      <span className={classes['value']}>{textOf(value)}</span>
    </Box>
  );
}

const isThere = (value: unknown): boolean => value !== null && value !== undefined;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** A thing that is new or gone is told by its members. */
function unfolded(change: Change): readonly Change[] {
  const { path, from, to } = change;
  const whole = isRecord(to) && !isThere(from) ? to : isRecord(from) && !isThere(to) ? from : null;
  if (!whole || path !== '') return [change];
  return Object.entries(whole).map(([name, value]) => ({
    path: name,
    from: whole === from ? value : null,
    to: whole === to ? value : null,
  }));
}
