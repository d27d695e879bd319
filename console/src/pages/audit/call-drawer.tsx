import {
  Accordion,
  Anchor,
  Button,
  CopyButton,
  Drawer,
  Group,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconDownload,
  IconTerminal2,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { CopyText } from '../../components/copy-text';
import { Loadable } from '../../components/loadable';
import { Snippet } from '../../components/snippet';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { CallContent } from './call-content';
import { CallTimeline } from './call-timeline';
import { toneOf, type Entry } from './call-model';
import { curlOf } from './curl-of';
import { readEntry, type Told } from './read-entry';

/** One call: its way through the gateway, and its place in the log. */
export function CallDrawer(props: { id: string; onClose: () => void; onGo: (id: string) => void }) {
  const { t } = useTranslation('audit');
  const { id, onClose, onGo } = props;
  const query = api.useQuery('get', '/admin/v1/audit/{id}', {
    params: { path: { id } },
  });
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={t('call.title')}>
      <Loadable query={query}>{(entry) => <Details entry={entry} onGo={onGo} />}</Loadable>
    </Drawer>
  );
}

function Details({ entry, onGo }: { entry: Entry; onGo: (id: string) => void }) {
  const { t } = useTranslation('audit');
  const told = readEntry(entry.entry);
  const { previous, next } = entry;
  return (
    <Stack>
      <Group justify="space-between">
        <CopyText text={entry.id} />
        {told.outcome && (
          <StatusBadge tone={toneOf(told.outcome)}>
            {t(`outcomes.${told.outcome as 'ok'}`, told.outcome)}
          </StatusBadge>
        )}
      </Group>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowUp size={14} aria-hidden />}
          disabled={!previous}
          onClick={() => previous && onGo(previous.id)}
        >
          {t('call.previous')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          disabled={!next}
          onClick={() => next && onGo(next.id)}
        >
          {t('call.next')}
        </Button>
        <Button
          size="xs"
          variant="default"
          component="a"
          href={`/admin/v1/audit/${entry.id}/proof`}
          download
          leftSection={<IconDownload size={14} aria-hidden />}
          {...(entry.covered_by === null && { 'data-disabled': true, 'aria-disabled': true })}
        >
          {t('call.proof')}
        </Button>
        <CurlButton told={told} />
      </Group>
      <Facts entry={entry} />
      <CallTimeline entry={entry} told={told} />
      <CallContent id={entry.id} />
      <Accordion variant="separated">
        <Accordion.Item value="entry">
          <Accordion.Control>{t('call.entry')}</Accordion.Control>
          <Accordion.Panel>
            <Snippet label={t('call.json')} text={JSON.stringify(entry.entry, null, 2)} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}

/** The same request once more, for a shell: what was said in it is nowhere to be copied from. */
function CurlButton({ told }: { told: Told }) {
  const { t } = useTranslation('audit');
  const line = curlOf(globalThis.location.origin, told);
  if (line === null) return null;
  return (
    <CopyButton value={line} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={
            copied ? <IconCheck size={14} aria-hidden /> : <IconTerminal2 size={14} aria-hidden />
          }
          onClick={copy}
          aria-live="polite"
        >
          {t(copied ? 'call.curl_copied' : 'call.curl')}
        </Button>
      )}
    </CopyButton>
  );
}

function Facts({ entry }: { entry: Entry }) {
  const { t } = useTranslation('audit');
  const told = readEntry(entry.entry);
  const rows = [
    { name: t('columns.at'), value: told.at && <When at={told.at} /> },
    {
      name: t('columns.workload'),
      value: told.workloadId && (
        <Anchor
          renderRoot={(root) => (
            <Link to="/workloads/$id" params={{ id: told.workloadId ?? '' }} {...root} />
          )}
        >
          {entry.workload_name ?? told.workloadId}
        </Anchor>
      ),
    },
    { name: t('call.key'), value: entry.key_name },
    { name: t('call.member'), value: entry.member_name },
    { name: t('columns.model'), value: told.model },
    { name: t('call.surface'), value: told.surface },
  ].filter(({ value }) => value);
  return (
    <Table variant="vertical" withTableBorder layout="fixed">
      <Table.Tbody>
        {rows.map(({ name, value }) => (
          <Table.Tr key={name}>
            <Table.Th w={140}>{name}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Text span size="sm">
                {value}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
