import { Anchor, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReach } from '../../api/session';
import { notifyDone } from '../../components/notify';
import { Section } from '../../components/section';
import { StatusBadge } from '../../components/status-badge';
import type { Provider } from '../providers/provider-model';
import { useProviderChange } from '../providers/use-provider-change';
import { CallPrice } from './call-price';
import { ServeAtPrice } from './serve-at-price';
import { SERVER_METHODS, type ServerMethod } from './tool-model';
import { useOffered } from './use-offered';

const BESIDE_SWITCH = 50; // As far in, in pixels, as the label of a switch.

/** Resources, prompts and completion of a tool server: each served at its price, or not at all. */
export function BesideTools({ server }: { server: Provider }) {
  const { t } = useTranslation('routing');
  const { data } = useOffered(server.id);
  return (
    <Section
      title={t('tools.beside.title')}
      about={
        <>
          {t('tools.beside.about')}{' '}
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(root) => <Link to="/workloads" {...root} />}
          >
            {t('tools.beside.grant', { server: server.name })}
          </Anchor>
        </>
      }
    >
      {SERVER_METHODS.map((method) => (
        <OneMethod
          key={method}
          server={server}
          method={method}
          isOffered={data?.offers?.includes(method)}
        />
      ))}
    </Section>
  );
}

function OneMethod(props: {
  server: Provider;
  method: ServerMethod;
  /** Undefined where the server does not say, or was not asked. */
  isOffered: boolean | undefined;
}) {
  const { t } = useTranslation('routing');
  const { server, method, isOffered } = props;
  const canManage = useReach('provider:manage') !== undefined;
  const [isPricing, setPricing] = useState(false);
  const name = t(`tools.beside.methods.${method}.name`);
  const { models } = server.settings;
  const price = models.find(({ id }) => id === method)?.price;
  const { change, isPending } = useProviderChange(() =>
    notifyDone(t('tools.beside.stopped', { name, server: server.name })),
  );
  const isFixed = !canManage || server.managed_by_file;
  const stop = () => change(server, { models: models.filter(({ id }) => id !== method) });
  return (
    <Stack gap={4} role="group" aria-label={name}>
      <Switch
        label={name}
        description={t(`tools.beside.methods.${method}.about`)}
        checked={price !== undefined}
        disabled={isFixed || isPending}
        onChange={({ currentTarget }) => (currentTarget.checked ? setPricing(true) : stop())}
      />
      <Group gap="xs" pl={BESIDE_SWITCH}>
        {isOffered !== undefined && (
          <StatusBadge tone={isOffered ? 'info' : 'quiet'}>
            {t(isOffered ? 'tools.beside.offered' : 'tools.beside.not_offered')}
          </StatusBadge>
        )}
        {price && (
          <>
            <CallPrice price={price} />
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {t('tools.beside.granted_as', { grant: `${server.name}/${method}` })}
            </Text>
            {!isFixed && (
              <Button size="compact-xs" variant="subtle" onClick={() => setPricing(true)}>
                {t('tools.beside.reprice')}
              </Button>
            )}
          </>
        )}
      </Group>
      {isPricing && (
        <ServeAtPrice server={server} id={method} name={name} onClose={() => setPricing(false)} />
      )}
    </Stack>
  );
}
