import {
  Button,
  Code,
  Group,
  List,
  Modal,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { stepUpWanted, type StepUpWanted } from '../api/session-lost';
import { useSession } from '../api/session';
import { FormProblem } from '../components/form-problem';
import { useSignal } from '../lib/signal';

/** Asks again who it is, before what weighs more than the rest, and then does it. */
export function StepUp() {
  const { t } = useTranslation();
  const wanted = useSignal(stepUpWanted);
  return (
    <Modal
      opened={wanted !== null}
      onClose={() => stepUpWanted.set(null)}
      title={t('step_up.title')}
      zIndex={300}
    >
      {wanted && <Ask wanted={wanted} />}
    </Modal>
  );
}

function Ask({ wanted }: { wanted: StepUpWanted }) {
  const { t } = useTranslation();
  const { totp } = useSession();
  const form = useForm({ initialValues: { password: '', code: '' } });
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/session/step-up', {
    meta: { isHandled: true },
    onSuccess: () => {
      stepUpWanted.set(null);
      wanted.retry();
    },
  });
  const send = ({ password, code }: typeof form.values) =>
    mutate({ body: totp ? { code } : { password } });
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('step_up.detail')}
        </Text>
        {wanted.why.length > 0 && (
          <List size="sm" aria-label={t('step_up.why')}>
            {wanted.why.map(({ path, message }) => (
              <List.Item key={path}>
                <Code>{path}</Code> {message}
              </List.Item>
            ))}
          </List>
        )}
        <FormProblem error={error} form={form} />
        {totp ? (
          <TextInput
            label={t('step_up.code')}
            required
            autoComplete="one-time-code"
            data-autofocus
            {...form.getInputProps('code')}
          />
        ) : (
          <PasswordInput
            label={t('password')}
            required
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
            {...form.getInputProps('password')}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {t('step_up.go_on')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
