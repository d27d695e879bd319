import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';
import i18next from 'i18next';

/** Says that it is done, for as long as it takes to read. */
export const notifyDone = (message: string): void => {
  notifications.show({
    color: 'teal',
    icon: <IconCheck size={18} aria-hidden />,
    message,
    closeButtonProps: { 'aria-label': i18next.t('close') },
  });
};
