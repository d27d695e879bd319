import { Code, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Snippet } from '../../components/snippet';
import { shellQuoted } from '../../lib/shell-quoted';

/** A typed decision as a program with a virtual key would ask for it. */
export function AsCurl({ request, onClose }: { request: object; onClose: () => void }) {
  const { t } = useTranslation('decisions');
  const text = `curl ${location.origin}/v1/systemone \\
  -H "Authorization: Bearer $GW_KEY" -H "Content-Type: application/json" \\
  -d ${shellQuoted(JSON.stringify(request, null, 2))}`;
  return (
    <Modal opened onClose={onClose} title={t('code.title')} size="xl">
      <Stack>
        <Snippet label="curl" text={text} />
        <Text size="xs" c="dimmed">
          {t('code.key')} <Code>GW_KEY</Code>
        </Text>
      </Stack>
    </Modal>
  );
}
