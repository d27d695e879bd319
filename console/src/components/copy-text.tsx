import { ActionIcon, Code, CopyButton, Group, Tooltip, type MantineSize } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** An id or an address in full, one press from the clipboard. */
export function CopyText({ text, size = 'sm' }: { text: string; size?: MantineSize }) {
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Code fz={size} style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <CopyIcon text={text} />
    </Group>
  );
}

/** @param what is copied, where the page has several */
export function CopyIcon({ text, what }: { text: string; what?: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={text} timeout={2_000}>
      {({ copied, copy }) => {
        const label = copied ? t('copied') : t('copy', { what: what ?? '' }).trim();
        return (
          <Tooltip label={label}>
            <ActionIcon size="sm" onClick={copy} aria-label={label}>
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </CopyButton>
  );
}
