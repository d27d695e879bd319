import { Anchor, Drawer, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Changes, type Change } from '../../../components/changes';
import { CopyText } from '../../../components/copy-text';
import { StatusBadge } from '../../../components/status-badge';
import { actorOf, type Activity } from './activity-columns';

const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });
const WORKLOAD = /^workload ([0-9a-f-]{36})$/;

/** @param props.activity undefined: it is not among those that are loaded */
export function ActivityDrawer(props: { activity: Activity | undefined; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { activity, onClose } = props;
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={t('activity.details')}>
      {activity ? <Details activity={activity} /> : <Text>{t('activity.elsewhere')}</Text>}
    </Drawer>
  );
}

function Details({ activity }: { activity: Activity }) {
  const { t } = useTranslation(['settings', 'common']);
  const { at, action, type, target, outcome, ip, id } = activity;
  const [, workload] = WORKLOAD.exec(target ?? '') ?? [];
  const rows = [
    { name: t('activity.at'), value: MOMENT.format(new Date(at)) },
    { name: t('activity.actor'), value: actorOf(t, activity) },
    {
      name: t('activity.action'),
      value: (
        <Text span ff="monospace" inherit>
          {action ?? type}
        </Text>
      ),
    },
    {
      name: t('activity.target'),
      value: workload ? (
        <Anchor
          inherit
          renderRoot={(root) => <Link to="/workloads/$id" params={{ id: workload }} {...root} />}
        >
          {target}
        </Anchor>
      ) : (
        (target ?? '—')
      ),
    },
    {
      name: t('activity.outcome'),
      value: (
        <StatusBadge tone={outcome === 'ok' ? 'good' : 'bad'}>
          {t(`activity.outcomes.${outcome as 'ok'}`, outcome)}
        </StatusBadge>
      ),
    },
    { name: t('activity.address'), value: ip ?? '—' },
    { name: t('activity.entry'), value: <CopyText text={id} size="xs" /> },
  ];
  return (
    <Stack>
      <Table variant="vertical" withTableBorder layout="fixed">
        <Table.Tbody>
          {rows.map(({ name, value }) => (
            <Table.Tr key={name}>
              <Table.Th w={150}>{name}</Table.Th>
              <Table.Td fz="sm" style={{ overflowWrap: 'anywhere' }}>
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Title order={3}>{t('activity.changes')}</Title>
      <What changes={activity.changes} />
    </Stack>
  );
}

function What({ changes }: Pick<Activity, 'changes'>) {
  const { t } = useTranslation('settings');
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('activity.no_changes')}
      </Text>
    );
  }
  const told = changes.flatMap(asChange);
  if (told.length > 0) return <Changes changes={told} label={t('activity.changes')} />;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('activity.too_long')}
      </Text>
      <Text size="sm" ff="monospace" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {changes.map(String).join('\n')}
      </Text>
    </Stack>
  );
}

/** `[path, from, to]`; of long ones there are paths alone. */
function asChange(change: unknown): Change[] {
  if (!Array.isArray(change)) return [];
  const [path, from, to] = change as readonly unknown[];
  return [{ path: String(path), from, to }];
}
