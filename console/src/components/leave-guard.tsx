import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** Asks before a page is left whose changes are not saved; closing the tab, the browser asks. @param props.count of the changes */
export function LeaveGuard({ count }: { count: number }) {
  const { t } = useTranslation();
  const leaving = useBlocker({
    // Tabs and drawers of a page stand behind its `?`.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: () => count > 0,
    disabled: count === 0,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <Modal opened onClose={leaving.reset} title={t('leave.title')}>
      <Stack>
        <Text size="sm">{t('changes', { count })}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={leaving.proceed}>
            {t('leave.discard')}
          </Button>
          <Button onClick={leaving.reset} data-autofocus>
            {t('leave.stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
