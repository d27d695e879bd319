import { Alert, Button, Fieldset, Stack, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAlertCircle,
  IconChartBar,
  IconCopy,
  IconListSearch,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, client, ifMatch } from '../../api/client';
import { askAnew, useReach } from '../../api/session';
import { Loadable } from '../../components/loadable';
import { notifyDone } from '../../components/notify';
import { Page } from '../../components/page';
import { SaveBar } from '../../components/save-bar';
import { useSettingsForm } from '../../components/use-settings-form';
import { BehaviourTab } from './behaviour-tab';
import { DeleteWorkload } from './delete-workload';
import { GeneralTab } from './general-tab';
import { ModelsTab } from './models-tab';
import { ProtectionTab } from './protection-tab';
import { ResidencyTab } from './residency-tab';
import { ScopeTab } from './scope-tab';
import { InForce } from './in-force';
import { NewWorkload } from './new-workload';
import { WorkloadKeys } from './workload-keys';
import type { Workload, WorkloadSettings } from './settings';

const route = getRouteApi('/inside/workloads/$id');
const PATH = '/admin/v1/workloads/{id}';

/** The tabs, and the members of the settings that each is about. */
const TABS = {
  general: { Tab: GeneralTab, members: ['name', 'rpm', 'tpm', 'budget'] },
  models: { Tab: ModelsTab, members: ['allowed_models', 'aliases', 'forward'] },
  protection: { Tab: ProtectionTab, members: ['protection'] },
  residency: { Tab: ResidencyTab, members: ['residency'] },
  scope: { Tab: ScopeTab, members: ['scope'] },
  behaviour: {
    Tab: BehaviourTab,
    members: ['upstream_timeout_seconds', 'on_disconnect', 'on_exhausted', 'on_key_revoked'],
  },
} as const;
type TabName = keyof typeof TABS;
const NAMES = Object.keys(TABS) as TabName[];

export function WorkloadPage() {
  const { id } = route.useParams();
  const query = api.useQuery('get', PATH, { params: { path: { id } } });
  return <Loadable query={query}>{(data) => <Loaded key={id} workload={data} />}</Loadable>;
}

function Loaded({ workload }: { workload: Workload }) {
  const { t } = useTranslation(['workloads', 'common']);
  const go = useNavigate();
  const queries = useQueryClient();
  const { tab } = route.useSearch();
  const canManage = useReach('workload:manage') !== undefined;
  const canClone = useReach('workload:manage') === 'all'; // A clone could spend as much again.
  const [isDeleting, { open, close }] = useDisclosure();
  const [isCloning, cloning] = useDisclosure();
  const { id, managed_by_file: isOfFile } = workload;
  const params = { path: { id } };
  const editing = useSettingsForm<WorkloadSettings>({
    stored: workload,
    patch: async (patch, version) => {
      const body = patch as WorkloadSettings;
      return written(
        await client.PATCH(PATH, { params: { ...params, ...ifMatch(version) }, body }),
      );
    },
    read: async () => written(await client.GET(PATH, { params })),
    onSaved: () => {
      notifyDone(t('saved'));
      void askAnew(queries);
    },
  });
  const current = [...NAMES, 'in_force', 'keys'].find((name) => name === tab) ?? 'general';
  const faulty = Object.keys(editing.form.errors).map((path) => path.split('.')[0] ?? '');
  const isReadOnly = isOfFile || !canManage;
  return (
    <Page
      title={editing.base.settings.name}
      parent={{ to: '/workloads', label: t('title') }}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconListSearch size={16} aria-hidden />}
            renderRoot={(root) => <Link to="/audit" search={{ workload: id }} {...root} />}
          >
            {t('calls')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconChartBar size={16} aria-hidden />}
            renderRoot={(root) => (
              <Link to="/usage" search={{ workload: id, group: 'model' }} {...root} />
            )}
          >
            {t('usage')}
          </Button>
          {canClone && (
            <Button
              variant="default"
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={cloning.open}
            >
              {t('clone.action')}
            </Button>
          )}
          {!isReadOnly && (
            <Button
              variant="light"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={open}
            >
              {t('delete.action')}
            </Button>
          )}
        </>
      }
    >
      {isReadOnly && (
        <Alert color="indigo">{t(isOfFile ? 'common:by_file' : 'common:read_only')}</Alert>
      )}
      <Tabs
        value={current}
        onChange={(name) =>
          void go({
            to: '/workloads/$id',
            params: { id },
            search: name ? { tab: name } : {},
            replace: true,
          })
        }
      >
        <Tabs.List>
          {NAMES.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={
                TABS[name].members.some((member) => faulty.includes(member)) && (
                  <IconAlertCircle
                    size={16}
                    color="var(--mantine-color-error)"
                    aria-label={t('faulty')}
                  />
                )
              }
            >
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="in_force">{t('tabs.in_force')}</Tabs.Tab>
          <Tabs.Tab value="keys">{t('tabs.keys')}</Tabs.Tab>
        </Tabs.List>
        {NAMES.map((name) => {
          const { Tab } = TABS[name];
          return (
            <Tabs.Panel key={name} value={name} pt="lg">
              <Fieldset variant="unstyled" disabled={isReadOnly} aria-label={t(`tabs.${name}`)}>
                <Stack maw={860}>
                  <Tab form={editing.form} />
                </Stack>
              </Fieldset>
            </Tabs.Panel>
          );
        })}
        <Tabs.Panel value="in_force" pt="lg">
          {current === 'in_force' && <InForce id={id} />}
        </Tabs.Panel>
        <Tabs.Panel value="keys" pt="lg">
          <WorkloadKeys workload={id} />
        </Tabs.Panel>
      </Tabs>
      <SaveBar editing={editing} />
      {isCloning && <NewWorkload from={workload} onClose={cloning.close} />}
      {isDeleting && <DeleteWorkload workload={workload} onClose={close} />}
    </Page>
  );
}

/** What the client has thrown otherwise. */
function written({ data }: { data?: Workload | undefined }): Workload {
  if (!data) throw new Error('The API answered without the workload.');
  return data;
}
