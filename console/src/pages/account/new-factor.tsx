import { Center, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { CodeForm } from '../../components/code-form';
import { CopyText } from '../../components/copy-text';
import { QrCode } from './qr-code';

/** To be scanned or typed; it counts once its first code was right. */
export function NewFactor(props: {
  factor: Schemas['NewFactorView'];
  onConfirmed: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('account');
  const { factor, onConfirmed, onClose } = props;
  const { mutate, isPending, error } = api.useMutation('post', '/admin/v1/account/totp/confirm', {
    meta: { isHandled: true },
    gcTime: 0,
    onSuccess: (answer) => onConfirmed(answer.recovery_codes),
  });
  return (
    <Modal opened onClose={onClose} title={t('factor.begin')} closeOnClickOutside={false}>
      <Stack>
        <Text size="sm">{t('factor.scan')}</Text>
        <Center>
          <QrCode text={factor.uri} label={t('factor.qr')} />
        </Center>
        <Stack gap={4}>
          <Text size="sm">{t('factor.typed')}</Text>
          <CopyText text={factor.secret} />
        </Stack>
        <CodeForm
          label={t('factor.code')}
          description={t('factor.code_help')}
          action={t('factor.confirm')}
          error={error}
          isBusy={isPending}
          onSubmit={(code) => mutate({ body: { code } })}
        />
      </Stack>
    </Modal>
  );
}
