import { Alert, Box, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconInfoCircle } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { ProblemAlert } from '../../components/problem-alert';
import { Section } from '../../components/section';
import { ImpactCalls } from './impact-calls';
import { ImpactModels } from './impact-models';

type Preview = Schemas['ResidencyPreviewView'];
const TYPING_MS = 400;

/**
 * What the policy on the page would do, before it is saved: to models and providers, and to the calls of last week.
 * @param wanted what is changed and not saved yet
 */
export function Impact({ wanted }: { wanted: unknown }) {
  const { t } = useTranslation('policy');
  const [policy] = useDebouncedValue(wanted, TYPING_MS);
  const query = api.useQuery(
    'post',
    '/admin/v1/residency/preview',
    { body: { residency: (policy ?? {}) as Record<string, never> } },
    { placeholderData: keepPreviousData },
  );
  const { data, refetch, isPlaceholderData } = query;
  const error: unknown = query.error;
  const isChanged = policy !== undefined;
  return (
    <Box pos={{ base: 'static', lg: 'sticky' }} top={76}>
      <Section
        title={t('impact.title')}
        about={t(isChanged ? 'impact.about_change' : 'impact.about')}
      >
        {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
        {error === null && !data && <Skeleton height={240} />}
        {error === null && data && (
          <Stack aria-busy={isPlaceholderData}>
            <Reach preview={data} />
            {data.loosens.length > 0 && <Loosens paths={data.loosens} />}
            <ImpactModels preview={data} />
            <ImpactCalls traffic={data.traffic} isChanged={isChanged} />
          </Stack>
        )}
      </Section>
    </Box>
  );
}

/** How many models can be reached, in figures. */
function Reach({ preview }: { preview: Preview }) {
  const { t } = useTranslation('policy');
  const { reachable_before: before, reachable_after: after } = preview;
  return (
    <Group gap="sm" align="baseline" role="status">
      <Text fz={28} fw={650} className="tabular" lh={1.1}>
        {before}
      </Text>
      {before !== after && (
        <>
          <IconArrowRight size={20} aria-label={t('impact.becomes')} />
          <Text fz={28} fw={650} className="tabular" lh={1.1}>
            {after}
          </Text>
        </>
      )}
      <Text size="sm" c="dimmed">
        {t('impact.reachable', { count: after })}
      </Text>
    </Group>
  );
}

/** Why saving asks for a password or a code. */
function Loosens({ paths }: { paths: readonly string[] }) {
  const { t } = useTranslation('policy');
  return (
    <Alert
      color="yellow"
      icon={<IconInfoCircle size={18} aria-hidden />}
      title={t('impact.loosens')}
    >
      <Text size="sm">{t('impact.loosens_about')}</Text>
      <List size="sm" mt={4}>
        {paths.map((path) => (
          <List.Item key={path}>
            <code>{path}</code>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
