import { Alert, Anchor, Drawer, Group, Stack } from '@mantine/core';
import {
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { useReach } from '../../api/session';
import { Facts } from '../../components/facts';
import { Loadable } from '../../components/loadable';
import { notifyDone } from '../../components/notify';
import { Place } from '../../components/place';
import { ReasonButton } from '../../components/reason-button';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { DeleteProvider } from './delete-provider';
import { EditProvider } from './edit-provider';
import { BesideTools } from '../tools/beside-tools';
import { OfferedTools } from '../tools/offered-tools';
import { PROVIDER, TOOL_FAMILY, type Provider } from './provider-model';
import { ReplaceSecret } from './replace-secret';
import { SecretShown } from './secret-shown';
import { TestProvider } from './test-provider';
import { useProviderChange } from './use-provider-change';

/** One provider: what is known of it, its test, and what can be done to it. */
export function ProviderDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = api.useQuery('get', PROVIDER, { params: { path: { id } } });
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={id}>
      <Loadable query={query}>
        {(provider) => <Details provider={provider} onGone={onClose} />}
      </Loadable>
    </Drawer>
  );
}

function Details({ provider, onGone }: { provider: Provider; onGone: () => void }) {
  const { t } = useTranslation(['routing', 'common']);
  const canManage = useReach('provider:manage') !== undefined;
  const isOfFile = provider.managed_by_file;
  const reason = isOfFile ? t('common:by_file') : canManage ? undefined : t('common:read_only');
  return (
    <Stack>
      {reason && <Alert color="indigo">{reason}</Alert>}
      {!provider.settings.enabled && (
        <Alert color="yellow" title={t('providers.disabled')}>
          {t('providers.disabled_about', { context: provider.settings.family })}
        </Alert>
      )}
      <Actions provider={provider} reason={reason} onGone={onGone} />
      <About provider={provider} />
      {provider.settings.family === TOOL_FAMILY && (
        <>
          <OfferedTools server={provider} />
          <BesideTools server={provider} />
        </>
      )}
      <TestProvider provider={provider} />
    </Stack>
  );
}

function Actions(props: { provider: Provider; reason: string | undefined; onGone: () => void }) {
  const { t } = useTranslation('routing');
  const { provider, reason, onGone } = props;
  const [open, setOpen] = useState<'edit' | 'secret' | 'delete' | null>(null);
  const { name, settings } = provider;
  const { change, isPending } = useProviderChange(() =>
    notifyDone(t(settings.enabled ? 'providers.is_disabled' : 'providers.is_enabled', { name })),
  );
  const shared = { size: 'xs', variant: 'default', reason } as const;
  const Switch = settings.enabled ? IconPlayerPause : IconPlayerPlay;
  return (
    <Group gap="xs">
      <ReasonButton
        {...shared}
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={() => setOpen('edit')}
      >
        {t('providers.edit.action')}
      </ReasonButton>
      <ReasonButton
        {...shared}
        leftSection={<IconKey size={14} aria-hidden />}
        onClick={() => setOpen('secret')}
      >
        {t('providers.replace.action')}
      </ReasonButton>
      <ReasonButton
        {...shared}
        leftSection={<Switch size={14} aria-hidden />}
        loading={isPending}
        onClick={() => change(provider, { enabled: !settings.enabled })}
      >
        {t(settings.enabled ? 'providers.disable' : 'providers.enable')}
      </ReasonButton>
      <ReasonButton
        {...shared}
        variant="light"
        color="red"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setOpen('delete')}
      >
        {t('providers.delete.action')}
      </ReasonButton>
      {open === 'edit' && <EditProvider provider={provider} onClose={() => setOpen(null)} />}
      {open === 'secret' && <ReplaceSecret provider={provider} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <DeleteProvider provider={provider} onClose={() => setOpen(null)} onGone={onGone} />
      )}
    </Group>
  );
}

function About({ provider }: { provider: Provider }) {
  const { t } = useTranslation('routing');
  const { name, settings, secret, place, created_at: made, last_used_at: used } = provider;
  const isOfModels = settings.family !== TOOL_FAMILY;
  return (
    <Facts
      label={name}
      rows={[
        [
          t('providers.status'),
          <StatusBadge key="status" tone={settings.enabled ? 'good' : 'quiet'}>
            {t(settings.enabled ? 'providers.enabled' : 'providers.disabled')}
          </StatusBadge>,
        ],
        [t('providers.family'), settings.family],
        [t('providers.address'), settings.base_url],
        [t('providers.region'), settings.region],
        [t('providers.project'), settings.project],
        [t('providers.api_version'), settings.api_version],
        [t('providers.secret'), <SecretShown key="secret" secret={secret} isWhole />],
        [
          t('tools.access.data'),
          !isOfModels && (
            <StatusBadge key="trust" tone={settings.trusted ? 'warn' : 'good'}>
              {t(settings.trusted ? 'tools.access.is_trusted' : 'tools.access.is_untrusted')}
            </StatusBadge>
          ),
        ],
        [
          t('providers.credential'),
          isOfModels && t(`providers.credentials.${settings.credential}`),
        ],
        [
          t('providers.place'),
          place && (
            <>
              <Place {...place} /> {t(`place_sources.${place.source}`)}
            </>
          ),
        ],
        [
          t('providers.served_models'),
          isOfModels && <ServedModels key="models" provider={provider} />,
        ],
        [t('made'), <When key="made" at={made} />],
        [t('used'), used ? <When key="used" at={used} /> : t('never_used')],
      ]}
    />
  );
}

function ServedModels({ provider: { name, settings } }: { provider: Provider }) {
  const { t } = useTranslation('routing');
  const { length: count } = settings.models;
  return (
    <>
      {count === 0 ? t('providers.all_priced') : t('providers.listed_models', { count })}{' '}
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(root) => <Link to="/models" search={{ provider: name }} {...root} />}
      >
        {t('providers.see_models')}
      </Anchor>
    </>
  );
}
