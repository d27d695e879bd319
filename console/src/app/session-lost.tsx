import { Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionLost } from '../api/session-lost';
import { askAnew, sessionQuery, useSession } from '../api/session';
import { SignInForm } from '../components/sign-in-form';
import { useSignal } from '../lib/signal';

/** Signs in over the page, so that what somebody has typed into it stays. */
export function SessionLost() {
  const { t } = useTranslation();
  const { id, email } = useSession();
  const queries = useQueryClient();
  const isLost = useSignal(sessionLost);
  const resume = async () => {
    // Anew, whatever the cache has: somebody else may have signed in at this browser.
    const session = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (session?.id !== id) return location.reload();
    sessionLost.set(false);
    await askAnew(queries);
  };
  return (
    <Modal
      opened={isLost}
      onClose={() => undefined}
      withCloseButton={false}
      title={t('session_lost.title')}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('session_lost.detail')}
      </Text>
      <SignInForm email={email ?? ''} onDone={() => void resume()} />
    </Modal>
  );
}
