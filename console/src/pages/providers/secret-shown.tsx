import { Code, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Provider } from './provider-model';

/** Which secret it is, and nothing of it but its end. */
export function SecretShown({
  secret,
  isWhole,
}: {
  secret: Provider['secret'];
  isWhole?: boolean;
}) {
  const { t } = useTranslation('routing');
  if (!secret) {
    return (
      <Text span size="sm" c="dimmed">
        {t('providers.no_secret')}
      </Text>
    );
  }
  const { env, file, last4, fingerprint } = secret;
  if (env) return <>{t('providers.variable', { name: env })}</>;
  if (file) return <>{t('providers.file', { name: file })}</>;
  return (
    <Group gap={6}>
      <Code>{last4 ? `••••${last4}` : t('providers.sealed')}</Code>
      {isWhole && fingerprint && (
        <Text span size="xs" c="dimmed">
          {t('providers.fingerprint', { fingerprint })}
        </Text>
      )}
    </Group>
  );
}
