import { Alert, Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSessionStorage } from '@mantine/hooks';
import { IconMail, IconShieldLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { isProblem } from '../api/problem';
import { sessionQuery, useSession } from '../api/session';
import { notifyDone } from '../components/notify';
import { titleOf } from '../components/problem-alert';

/** What somebody still has to do before all of it is theirs to use. */
export function Notices() {
  const { t } = useTranslation();
  const { kind, email_verified: isVerified, totp_needed: isFactorNeeded } = useSession();
  return (
    <>
      {isFactorNeeded && (
        <Alert
          variant="default"
          mb="md"
          icon={<IconShieldLock size={18} aria-hidden />}
          title={t('factor_needed.title')}
        >
          {t('factor_needed.detail')}
        </Alert>
      )}
      {kind === 'member' && !isVerified && <VerifyEmail />}
    </>
  );
}

function VerifyEmail() {
  const { t } = useTranslation();
  const { email, mail_server: hasServer, role } = useSession();
  const [isAway, putAway] = useSessionStorage({ key: 'gw-verify-later', defaultValue: false });
  if (isAway) return null;
  return (
    <Alert
      variant="default"
      mb="md"
      icon={<IconMail size={18} aria-hidden />}
      title={t('verify_email.title')}
      withCloseButton
      closeButtonLabel={t('verify_email.later')}
      onClose={() => putAway(true)}
    >
      <Group justify="space-between" align="center" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere', flex: '1 1 20rem' }}>
          {t(hasServer ? 'verify_email.sent' : 'verify_email.kept', { email })}{' '}
          {!hasServer && role === 'owner' && (
            <Anchor
              renderRoot={(root) => <Link to="/settings/mailbox" {...root} />}
              inherit
              underline="always"
            >
              {t('verify_email.mailbox')}
            </Anchor>
          )}
        </Text>
        <Code />
      </Group>
    </Alert>
  );
}

function Code() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { code: '' } });
  const check = api.useMutation('post', '/admin/v1/email/verify', {
    meta: { isHandled: true },
    onError: (refusal) =>
      form.setFieldError(
        'code',
        isProblem(refusal, 'code_wrong', 'invalid')
          ? t('verify_email.wrong')
          : titleOf(refusal, t('failed')),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries(sessionQuery);
      notifyDone(t('verify_email.done'));
    },
  });
  const resend = api.useMutation('post', '/admin/v1/account/email/resend', {
    onSuccess: () => notifyDone(t('verify_email.again_done')),
  });
  return (
    <form onSubmit={form.onSubmit(({ code }) => check.mutate({ body: { code: code.trim() } }))}>
      <Group align="flex-start" gap="xs">
        <TextInput
          aria-label={t('verify_email.code')}
          placeholder={t('verify_email.code')}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          w={170}
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={check.isPending}>
          {t('verify_email.action')}
        </Button>
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({})}>
          {t('verify_email.again')}
        </Button>
      </Group>
    </form>
  );
}
