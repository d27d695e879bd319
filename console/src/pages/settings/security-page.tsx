import { Alert, Fieldset, Stack, TagsInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client, ifMatch, type Schemas } from '../../api/client';
import { patched } from '../../api/merge-patch';
import { askAnew, useReach } from '../../api/session';
import { Choice } from '../../components/choice';
import { Loadable } from '../../components/loadable';
import { notifyDone } from '../../components/notify';
import { Page } from '../../components/page';
import { SaveBar } from '../../components/save-bar';
import { Section } from '../../components/section';
import { useSettingsForm, type Stored } from '../../components/use-settings-form';
import { Claims } from './claims';
import { OidcSection } from './oidc-section';
import { bodyOf, policyOf, type Policy } from './policy';

const PATH = '/admin/v1/security';
const TOTP = ['off', 'optional', 'required'] as const;
const DOMAINS_MAX = 100;

/** How people sign in. */
export function SecurityPage() {
  const { t } = useTranslation('people');
  const query = api.useQuery('get', PATH);
  return (
    <Page title={t('security.title')} about={t('security.about')}>
      <Claims />
      <Loadable query={query}>{(view) => <Editing view={view} />}</Loadable>
    </Page>
  );
}

function Editing({ view }: { view: Schemas['SecurityView'] }) {
  const { t } = useTranslation(['people', 'common']);
  const queries = useQueryClient();
  const isReadOnly = useReach('organisation:update') === undefined;
  const read = async () => answered(await client.GET(PATH));
  const editing = useSettingsForm<Policy>({
    stored: policyOf(view),
    read,
    // All of it is sent at once: what is not changed here stays as it is stored.
    patch: async (patch, version) => {
      const { settings } = await read();
      const body = bodyOf(patched(settings, patch) as unknown as Policy);
      return answered(await client.PUT(PATH, { params: ifMatch(version), body }));
    },
    onSaved: () => {
      notifyDone(t('security.saved'));
      void askAnew(queries);
    },
  });
  const { form } = editing;
  return (
    <>
      {isReadOnly && <Alert color="indigo">{t('common:read_only')}</Alert>}
      <Fieldset variant="unstyled" disabled={isReadOnly} aria-label={t('security.title')}>
        <Stack maw={860}>
          <Section title={t('security.factor')} about={t('security.factor_about')}>
            <Choice
              label={t('security.totp')}
              options={TOTP.map((value) => ({
                value,
                label: t(`security.totps.${value}`),
                about: t(`security.totps_about.${value}`),
              }))}
              {...form.getInputProps('totp')}
            />
          </Section>
          <Section title={t('security.domains')} about={t('security.domains_about')}>
            <TagsInput
              label={t('security.domains')}
              placeholder={form.values.domains.length > 0 ? '' : t('security.domains_any')}
              maxTags={DOMAINS_MAX}
              disabled={isReadOnly}
              splitChars={[',', ' ']}
              {...form.getInputProps('domains')}
            />
          </Section>
          <OidcSection
            form={form}
            redirectUri={view.redirect_uri}
            hasSecret={view.has_client_secret}
            isStored={editing.base.settings.oidc !== undefined}
            isChanged={Object.keys(editing.patch).length > 0}
          />
        </Stack>
      </Fieldset>
      <SaveBar editing={editing} />
    </>
  );
}

/** What the client has thrown otherwise. */
function answered({ data }: { data?: Schemas['SecurityView'] | undefined }): Stored<Policy> {
  if (!data) throw new Error('The API answered without the policy.');
  return policyOf(data);
}
