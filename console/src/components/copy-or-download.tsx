import { Button, CopyButton, Group } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../lib/download-text';

/** What is shown once, taken along as a whole. */
export function CopyOrDownload(props: {
  text: string;
  file: string;
  copyLabel: string;
  downloadLabel: string;
}) {
  const { t } = useTranslation();
  const { text, file, copyLabel, downloadLabel } = props;
  return (
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
            {copied ? t('copied') : copyLabel}
          </Button>
        )}
      </CopyButton>
      <Button
        variant="default"
        onClick={() => downloadText(file, text)}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {downloadLabel}
      </Button>
    </Group>
  );
}
