import { Anchor, Box, Group, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { StatusBadge } from '../../components/status-badge';
import { nameOfPlace } from './countries';
import classes from './impact.module.css';
import { useVerdict } from './use-verdict';

type Preview = Schemas['ResidencyPreviewView'];
const SHOWN = 8;

/** Providers with what can be reached of each before and after, and the models that move. */
export function ImpactModels({ preview }: { preview: Preview }) {
  const { t } = useTranslation('policy');
  const { providers, changed } = preview;
  if (providers.length === 0) return <Text size="sm">{t('impact.no_providers')}</Text>;
  return (
    <>
      <Stack gap={6}>
        <Group justify="space-between">
          <Text size="sm" fw={600} id="reach">
            {t('impact.providers')}
          </Text>
          <Group gap="sm" aria-hidden>
            <Key className={classes['before'] ?? ''} label={t('impact.before')} />
            <Key className={classes['after'] ?? ''} label={t('impact.after')} />
          </Group>
        </Group>
        <Stack
          component="ul"
          gap="xs"
          m={0}
          p={0}
          className={classes['list']}
          aria-labelledby="reach"
        >
          {providers.map((one) => (
            <Provider key={one.name} provider={one} />
          ))}
        </Stack>
      </Stack>
      {changed.length > 0 && <Changed changed={changed} />}
    </>
  );
}

const Key = ({ className, label }: { className: string; label: string }) => (
  <Group gap={6} wrap="nowrap">
    <span className={`${classes['key']} ${className}`} />
    <Text size="xs" c="dimmed">
      {label}
    </Text>
  </Group>
);

function Provider({ provider }: { provider: Preview['providers'][number] }) {
  const { t } = useTranslation('policy');
  const verdictOf = useVerdict();
  const { name, zones, models, reachable_before: before, reachable_after: after } = provider;
  const change = after < before ? 'lost' : after > before ? 'won' : null;
  const width = (count: number) => ({ width: `${models === 0 ? 0 : (100 * count) / models}%` });
  return (
    <li>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap={6} miw={0}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {zones.map(nameOfPlace).join(', ')}
          </Text>
          {change && (
            <StatusBadge tone={change === 'lost' ? 'bad' : 'good'}>
              {t(`impact.${change}`)}
            </StatusBadge>
          )}
        </Group>
        <Text size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
          {before === after
            ? t('impact.count', { count: after, of: models })
            : t('impact.counts', { before, after, of: models })}
        </Text>
      </Group>
      <Box className={classes['track']} aria-hidden>
        <Box className={classes['before']} style={width(before)} />
        <Box className={classes['after']} style={width(after)} />
      </Box>
      {after < models && provider.verdicts.length > 0 && (
        <Text size="xs" c="dimmed" mt={2}>
          {provider.verdicts.map(verdictOf).join('; ')}
        </Text>
      )}
    </li>
  );
}

/** The models themselves, a few of them first. */
function Changed({ changed }: { changed: Preview['changed'] }) {
  const { t } = useTranslation('policy');
  const verdictOf = useVerdict();
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t('impact.changed', { count: changed.length })}
      </Text>
      <Table verticalSpacing={4}>
        <Table.Caption hidden>{t('impact.changed', { count: changed.length })}</Table.Caption>
        <Table.Tbody>
          {changed.slice(0, isOpen ? undefined : SHOWN).map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.id}</Table.Td>
              <Table.Td>
                {one.reachable_after ? t('impact.won') : verdictOf(one.verdict ?? '')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {changed.length > SHOWN && (
        <Anchor component="button" type="button" size="sm" onClick={toggle} aria-expanded={isOpen}>
          {t(isOpen ? 'impact.fewer' : 'impact.all', { count: changed.length })}
        </Anchor>
      )}
    </Stack>
  );
}
