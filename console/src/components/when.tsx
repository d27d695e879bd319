import { Text, Tooltip } from '@mantine/core';
import { relativeTime } from '../lib/relative-time';
import { useNow } from '../lib/use-now';

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const UTC = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

/** How long ago or ahead; the moment itself, here and in UTC, on hover. */
export function When({ at }: { at: string | null | undefined }) {
  const now = useNow();
  if (!at)
    return (
      <Text span c="dimmed">
        {'—'}
      </Text>
    );
  const date = new Date(at);
  return (
    <Tooltip label={`${LOCAL.format(date)} · ${UTC.format(date)} UTC`}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {relativeTime(date, now)}
      </time>
    </Tooltip>
  );
}
