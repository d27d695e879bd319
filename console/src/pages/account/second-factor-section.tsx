import { Button, Group, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { ConfirmType } from '../../components/confirm-type';
import { notifyDone } from '../../components/notify';
import { Section } from '../../components/section';
import { NewFactor } from './new-factor';
import { RecoveryCodes } from './recovery-codes';
import { useRefresh } from './use-refresh';

/** An authenticator that is set up, renewed and removed. */
export function SecondFactorSection({ member }: { member: Schemas['MemberView'] }) {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  const [factor, setFactor] = useState<Schemas['NewFactorView'] | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const begin = api.useMutation('post', '/admin/v1/account/totp', {
    gcTime: 0, // The answer is the secret: it stays no longer than it is shown.
    onSuccess: setFactor,
  });
  const renew = api.useMutation('post', '/admin/v1/account/totp/recovery-codes', {
    gcTime: 0,
    onSuccess: (answer) => setCodes(answer.recovery_codes),
  });
  const remove = api.useMutation('delete', '/admin/v1/account/totp', {
    onSuccess: async () => {
      setRemoving(false);
      notifyDone(t('factor.removed'));
      await refresh();
    },
  });
  const confirmed = (made: readonly string[]) => {
    setFactor(null);
    setCodes(made);
    begin.reset();
    void refresh();
  };
  return (
    <Section title={t('factor.title')} about={t('factor.about')}>
      <Group gap="xs" wrap="nowrap">
        {member.totp ? (
          <IconShieldCheck size={20} color="var(--mantine-color-teal-7)" aria-hidden />
        ) : (
          <IconShieldOff size={20} aria-hidden />
        )}
        <Text size="sm">{t(member.totp ? 'factor.on' : 'factor.off')}</Text>
      </Group>
      {member.totp ? (
        <Group>
          <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate({})}>
            {t('factor.renew')}
          </Button>
          <Button variant="light" color="red" onClick={() => setRemoving(true)}>
            {t('factor.remove')}
          </Button>
        </Group>
      ) : (
        <Group>
          <Button loading={begin.isPending} onClick={() => begin.mutate({})}>
            {t('factor.begin')}
          </Button>
        </Group>
      )}
      {factor && (
        <NewFactor factor={factor} onConfirmed={confirmed} onClose={() => setFactor(null)} />
      )}
      {codes && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(null);
            renew.reset();
          }}
        />
      )}
      {isRemoving && (
        <ConfirmType
          title={t('factor.remove')}
          name={member.email}
          action={t('factor.remove_action')}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({})}
          onClose={() => setRemoving(false)}
        >
          {t('factor.remove_detail')}
        </ConfirmType>
      )}
    </Section>
  );
}
