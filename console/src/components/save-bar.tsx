import { Button, Group, Modal, Paper, Stack, Table, Text, Transition } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mergePatchOf, pathsOf, valueAt } from '../api/merge-patch';
import { LeaveGuard } from './leave-guard';
import { ProblemAlert } from './problem-alert';
import type { SettingsForm } from './use-settings-form';

/** How many settings were changed, and what to do with them. Shown once there is a change. */
export function SaveBar<Settings>({ editing }: { editing: SettingsForm<Settings> }) {
  const { t } = useTranslation();
  const { patch, problem, isSaving, save, discard } = editing;
  const count = pathsOf(patch).length;
  return (
    <>
      {problem && <ProblemAlert error={problem} />}
      <Transition mounted={count > 0} transition="slide-up" duration={150}>
        {(style) => (
          <Paper
            withBorder
            shadow="md"
            p="sm"
            pos="sticky"
            bottom={16}
            style={{ ...style, zIndex: 10 }}
          >
            <Group justify="space-between">
              <Text size="sm" role="status">
                {t('changes', { count })}
              </Text>
              <Group gap="xs">
                <Button variant="default" onClick={discard} disabled={isSaving}>
                  {t('discard')}
                </Button>
                <Button onClick={save} loading={isSaving}>
                  {t('save')}
                </Button>
              </Group>
            </Group>
          </Paper>
        )}
      </Transition>
      <Conflict editing={editing} />
      <LeaveGuard count={count} />
    </>
  );
}

/** Somebody else has changed it: what they did, what I did, and whose way it goes. */
function Conflict<Settings>({ editing }: { editing: SettingsForm<Settings> }) {
  const { t } = useTranslation();
  const { base, theirs, patch, overwrite, takeTheirs, closeConflict } = editing;
  if (!theirs) return null;
  const theirPaths = pathsOf(mergePatchOf(base.settings, theirs.settings));
  const myPaths = pathsOf(patch);
  const paths = [...new Set([...theirPaths, ...myPaths])].sort();
  const mine = (path: string) => (myPaths.includes(path) ? valueAt(patch, path) : undefined);
  return (
    <Modal opened onClose={closeConflict} title={t('conflict.title')} size="xl">
      <Stack>
        <Text size="sm">{t('conflict.detail')}</Text>
        <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table withTableBorder>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('conflict.setting')}</Table.Th>
                <Table.Th>{t('conflict.before')}</Table.Th>
                <Table.Th>{t('conflict.theirs')}</Table.Th>
                <Table.Th>{t('conflict.mine')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {paths.map((path) => (
                <Table.Tr key={path}>
                  <Table.Th>{path}</Table.Th>
                  <Table.Td>{show(valueAt(base.settings, path))}</Table.Td>
                  <Table.Td fw={theirPaths.includes(path) ? 600 : 400}>
                    {show(valueAt(theirs.settings, path))}
                  </Table.Td>
                  <Table.Td fw={myPaths.includes(path) ? 600 : 400}>
                    {myPaths.includes(path) ? show(mine(path)) : t('conflict.untouched')}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group justify="flex-end">
          <Button variant="default" onClick={takeTheirs}>
            {t('conflict.take')}
          </Button>
          <Button onClick={overwrite}>{t('conflict.overwrite')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function show(value: unknown): string {
  if (value === undefined || value === null) return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
