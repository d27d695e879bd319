import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';

/** What wants somebody to look. */
export function Notices({ notices }: { notices: readonly Schemas['NoticeView'][] }) {
  const { t } = useTranslation('overview');
  if (notices.length === 0) return null;
  return (
    <Stack gap="xs">
      {notices.map(({ notice, level, about }) => (
        <Alert
          key={`${notice} ${JSON.stringify(about)}`}
          color={level === 'error' ? 'red' : 'yellow'}
          icon={<IconAlertTriangle size={18} aria-hidden />}
          py="xs"
        >
          <Text size="sm">{t(`notices.${notice as 'log_broken'}`, wordsOf(about))}</Text>
        </Alert>
      ))}
    </Stack>
  );
}

type Words = Readonly<
  Record<
    'workload' | 'provider' | 'model' | 'seq' | 'rows' | 'limit' | 'percent' | 'name' | 'expires',
    string
  >
>;

/** What stands in the sentences, as people read it. */
function wordsOf(about: Readonly<Record<string, unknown>>): Words {
  const { share, expires_at: expires, ...rest } = about;
  const words: Record<string, string> = {
    workload: '',
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
    ...(typeof share === 'number' && { percent: String(Math.round(share * 100)) }),
    ...(typeof expires === 'string' && { expires: new Date(expires).toLocaleDateString('en') }),
  };
  return words as unknown as Words;
}
