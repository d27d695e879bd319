import { Alert, Button, Checkbox, Code, Group, Modal, SimpleGrid, Stack } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyOrDownload } from '../../components/copy-or-download';

const FILE = 'recovery-codes.txt';

/** Shown once. It closes only for who says that they are stored. */
export function RecoveryCodes({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['account', 'common']);
  const [isStored, setStored] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('codes.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert color="yellow" icon={<IconEyeOff size={18} aria-hidden />}>
          {t('codes.about')}
        </Alert>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} component="ul" m={0} p={0}>
          {codes.map((code) => (
            <li key={code} style={{ listStyle: 'none' }}>
              <Code fz="sm">{code}</Code>
            </li>
          ))}
        </SimpleGrid>
        <CopyOrDownload
          text={text}
          file={FILE}
          copyLabel={t('codes.copy')}
          downloadLabel={t('codes.download')}
        />
        <Group justify="space-between">
          <Checkbox
            label={t('codes.stored')}
            checked={isStored}
            onChange={({ currentTarget }) => setStored(currentTarget.checked)}
          />
          <Button disabled={!isStored} onClick={onClose}>
            {t('common:secret.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
