import {
  Accordion,
  Button,
  Card,
  CopyButton,
  Group,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { Loadable } from '../../components/loadable';
import { Page } from '../../components/page';
import { Section } from '../../components/section';
import { StatusBadge } from '../../components/status-badge';

type System = Schemas['SystemView'];
type Feature =
  | 'own_database'
  | 'redis'
  | 'mail_server'
  | 'settings_file'
  | 'background_work'
  | 'anchors_elsewhere'
  | 'log_served'
  | 'name_model';

/** What runs here, for whoever has to find out why. */
export function SystemPage() {
  const { t } = useTranslation('settings');
  const query = api.useQuery('get', '/admin/v1/system');
  return (
    <Page
      title={t('system.title')}
      about={t('system.about')}
      actions={query.data && <CopyDiagnostics system={query.data} />}
    >
      <Loadable query={query}>
        {(system) => (
          <Stack gap="lg">
            <Versions system={system} />
            <Features features={system.features} />
            <Configuration config={system.config} />
          </Stack>
        )}
      </Loadable>
    </Page>
  );
}

function CopyDiagnostics({ system }: { system: System }) {
  const { t } = useTranslation('settings');
  return (
    <CopyButton value={JSON.stringify(system, null, 2)} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          leftSection={
            copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
          }
          onClick={copy}
        >
          {t(copied ? 'system.copied' : 'system.copy')}
        </Button>
      )}
    </CopyButton>
  );
}

function Versions({ system }: { system: System }) {
  const { t } = useTranslation('settings');
  const { version, runtime, database, migrations } = system;
  const rows = { version, runtime, database } as const;
  return (
    <Section title={t('system.versions')}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {(['version', 'runtime', 'database'] as const).map((name) => (
          <Stack gap={0} key={name}>
            <Text size="sm" c="dimmed">
              {t(`system.${name}`)}
            </Text>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {rows[name]}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
      <Accordion variant="contained">
        <Accordion.Item value="migrations">
          <Accordion.Control>
            <Text size="sm">
              {t('system.schema_at', { count: migrations.length, name: migrations.at(-1) ?? '—' })}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <Text
              size="sm"
              ff="monospace"
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {migrations.join('\n')}
            </Text>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Section>
  );
}

function Features({ features }: { features: Readonly<Record<string, boolean>> }) {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('system.features')} about={t('system.features_about')}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        {Object.entries(features).map(([name, isOn]) => (
          <Card withBorder key={name} padding="sm">
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text fw={600} size="sm">
                {t(`system.feature.${name as Feature}`, name)}
              </Text>
              <StatusBadge tone={isOn ? 'good' : 'quiet'}>
                {t(isOn ? 'system.on' : 'system.off')}
              </StatusBadge>
            </Group>
            <Text size="xs" c="dimmed" mt={4}>
              {t(`system.feature_about.${name as Feature}`, '')}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
    </Section>
  );
}

function Configuration({ config }: { config: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('settings');
  const [asked, setAsked] = useState('');
  const word = asked.trim().toLowerCase();
  const found = Object.entries(config)
    .filter(([name]) => name.toLowerCase().includes(word))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return (
    <Section title={t('system.config')} about={t('system.config_about')}>
      <TextInput
        label={t('system.find')}
        maw={320}
        value={asked}
        onChange={({ currentTarget }) => setAsked(currentTarget.value)}
        data-shortcut="f"
      />
      {found.length === 0 ? (
        <Text size="sm" role="status">
          {t('system.none')}
        </Text>
      ) : (
        <Table verticalSpacing={6} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th fz="sm">{t('system.name')}</Table.Th>
              <Table.Th fz="sm">{t('system.value')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Td ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Table.Td>
                <Table.Td ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
                  {textOf(value) ?? (
                    <Text span c="dimmed" inherit>
                      {t('system.unset')}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

/** Undefined where nothing is set. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
