import { Alert, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useReach } from '../../api/session';
import { AddButton } from '../../components/add-button';
import { useFilters } from '../../components/filter-bar';
import { Page } from '../../components/page';
import { AliasDrawer } from './alias-drawer';
import { AliasList } from './alias-list';
import { ExplainPanel } from './explain-panel';
import { NewAlias } from './new-alias';

export function AliasesPage() {
  const { t } = useTranslation(['routing', 'common']);
  const { values, set } = useFilters();
  const canManage = useReach('alias:manage') !== undefined;
  const [isMaking, { open, close }] = useDisclosure();
  const { alias, tab } = values;
  const create = (
    <AddButton isAllowed={canManage} onClick={open}>
      {t('aliases.new')}
    </AddButton>
  );
  return (
    <Page title={t('aliases.title')} about={t('aliases.about')} actions={create}>
      {!canManage && <Alert color="indigo">{t('common:read_only')}</Alert>}
      <Tabs
        value={tab === 'explain' ? 'explain' : 'list'}
        onChange={(name) => set({ tab: name === 'explain' ? name : undefined })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="list">{t('aliases.tabs.list')}</Tabs.Tab>
          <Tabs.Tab value="explain">{t('aliases.tabs.explain')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list" pt="lg">
          <AliasList action={create} />
        </Tabs.Panel>
        <Tabs.Panel value="explain" pt="lg">
          <ExplainPanel />
        </Tabs.Panel>
      </Tabs>
      {isMaking && <NewAlias onClose={close} />}
      {alias !== undefined && <AliasDrawer id={alias} onClose={() => set({ alias: undefined })} />}
    </Page>
  );
}
