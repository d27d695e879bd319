import { Code, Modal, Stack, Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Snippet } from '../../components/snippet';
import { CHAT_PROGRAMS } from '../../lib/chat-code';

/** A request as a program with a virtual key would send it. */
export function AsCode({ request, onClose }: { request: object; onClose: () => void }) {
  const { t } = useTranslation('playground');
  return (
    <Modal opened onClose={onClose} title={t('code.title')} size="xl">
      <Stack>
        <Tabs defaultValue="curl" keepMounted={false}>
          <Tabs.List>
            {CHAT_PROGRAMS.map(({ id, label }) => (
              <Tabs.Tab key={id} value={id}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {CHAT_PROGRAMS.map(({ id, label, write }) => (
            <Tabs.Panel key={id} value={id} pt="xs">
              <Snippet label={label} text={write(location.origin, request)} />
            </Tabs.Panel>
          ))}
        </Tabs>
        <Text size="xs" c="dimmed">
          {t('code.key')} <Code>GW_KEY</Code>
        </Text>
      </Stack>
    </Modal>
  );
}
