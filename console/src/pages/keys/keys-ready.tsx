import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyOrDownload } from '../../components/copy-or-download';
import { MaskedSecret, ShownOnce } from '../../components/secret-once';
import type { NewKey } from './key-model';

const FILE = 'keys.csv';

/** Several new keys, to be kept once: each by itself, or all as a table. */
export function KeysReady({ made, onClose }: { made: readonly NewKey[]; onClose: () => void }) {
  const { t } = useTranslation('keys');
  return (
    <ShownOnce title={t('ready.many', { count: made.length })} onClose={onClose}>
      <CopyOrDownload
        text={tableOf(made)}
        file={FILE}
        copyLabel={t('ready.copy_all')}
        downloadLabel={t('ready.download')}
      />
      <Stack
        component="ul"
        gap="sm"
        m={0}
        p={0}
        mah={400}
        style={{ overflowY: 'auto', listStyle: 'none' }}
      >
        {made.map(({ id, name, workload_name: workload, secret }) => (
          <li key={id}>
            <Text size="sm" fw={600} mb={4}>
              {t('rotate.of', { name, workload })}
            </Text>
            <MaskedSecret secret={secret} label={t('ready.secret_of', { name })} />
          </li>
        ))}
      </Stack>
    </ShownOnce>
  );
}

/** As RFC 4180 has it. */
export const tableOf = (
  keys: readonly Pick<NewKey, 'name' | 'workload_name' | 'secret'>[],
): string =>
  [
    'name,workload,key',
    ...keys.map((key) => [key.name, key.workload_name, key.secret].map(cellOf).join(',')),
  ]
    .map((line) => `${line}\r\n`)
    .join('');

/** What begins as a formula does is one to spreadsheets, whoever named the key. */
const cellOf = (text: string): string => {
  const plain = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};
