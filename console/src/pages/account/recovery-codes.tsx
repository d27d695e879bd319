import {
  Alert,
  Button,
  Checkbox,
  Code,
  CopyButton,
  Group,
  Modal,
  SimpleGrid,
  Stack,
} from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

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
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
              >
                {copied ? t('common:copied') : t('codes.copy')}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            onClick={() => download(text)}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('codes.download')}
          </Button>
        </Group>
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

function download(text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = href;
  link.download = FILE;
  link.click();
  URL.revokeObjectURL(href);
}
