import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../../api/client';
import { isProblem } from '../../../api/problem';
import { askAnew } from '../../../api/session';
import { notifyDone } from '../../../components/notify';
import { FormProblem } from '../../../components/form-problem';
import { Section } from '../../../components/section';
import { PlannedChange } from './planned-change';
import type { Planned, Planning } from './use-plan';

/** What would be done, thing by thing, and doing exactly that. */
export function PlanSection(props: {
  planning: Planning;
  planned: Planned;
  onApplied: () => void;
}) {
  const { t } = useTranslation('settings');
  const { planning, planned, onApplied } = props;
  const { plan, yaml, prune } = planned;
  const apply = useApply(planning, onApplied);
  const isMoved = isProblem(apply.error, 'version_changed');
  const isOfFile = plan.changes.some(({ managed_by_file: owned }) => owned);
  if (plan.changes.length === 0) {
    return (
      <Section title={t('code.planned')}>
        <Text size="sm" role="status">
          {t('code.nothing')}
        </Text>
      </Section>
    );
  }
  return (
    <Section title={t('code.planned')} about={<Counts plan={plan} />}>
      <Stack gap="sm">
        {plan.changes.map((change) => (
          <PlannedChange key={`${change.kind} ${change.name}`} change={change} />
        ))}
      </Stack>
      {isMoved && (
        <Alert
          color="yellow"
          role="alert"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t('code.moved')}
        >
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t('code.moved_detail')}</Text>
            <Button size="xs" variant="default" onClick={planning.plan}>
              {t('code.again')}
            </Button>
          </Stack>
        </Alert>
      )}
      {!isMoved && <FormProblem error={apply.error} />}
      {planning.isStale && <Text size="sm">{t('code.stale')}</Text>}
      <Group>
        <Button
          onClick={() => apply.mutate({ body: { yaml, prune, hash: plan.hash } })}
          loading={apply.isPending}
          disabled={planning.isStale || isMoved || isOfFile}
          {...(plan.changes.some(({ action }) => action === 'delete') && { color: 'red' })}
        >
          {t('code.apply')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('code.apply_about')}
        </Text>
      </Group>
    </Section>
  );
}

/** The API asks again who it is. */
function useApply({ forget }: Planning, onApplied: () => void) {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const apply = api.useMutation('post', '/admin/v1/config/apply', {
    meta: { isHandled: true },
    onSuccess: async (applied) => {
      notifyDone(t('code.applied', { ...applied }));
      await askAnew(queries);
      forget();
      onApplied();
    },
  });
  return apply;
}

function Counts({ plan }: { plan: Schemas['PlanView'] }) {
  const { t } = useTranslation('settings');
  const count = (wanted: string) => plan.changes.filter(({ action }) => action === wanted).length;
  return t('code.counts', {
    create: count('create'),
    update: count('update'),
    delete: count('delete'),
    unchanged: plan.unchanged,
  });
}
