import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { useTimeZone } from '../../api/organisation';
import { Loadable } from '../../components/loadable';
import { Money } from '../../components/money';
import { Section } from '../../components/section';
import { momentFormat } from '../../lib/series';
import { PurgeCache } from './purge-cache';
import { shareOf, sizeText } from './shares';

type Cache = Schemas['CacheView'];

/** How often the cache answered, what that saved, and what it holds. */
export function CacheUse() {
  const { t } = useTranslation('cache');
  const query = api.useQuery('get', '/admin/v1/cache');
  return (
    <Section title={t('use.title')} action={<PurgeCache />}>
      <Loadable query={query}>{(cache) => <Figures cache={cache} />}</Loadable>
    </Section>
  );
}

function Figures({ cache }: { cache: Cache }) {
  const { t } = useTranslation('cache');
  const { hits, answered, saved, currency, entries, bytes } = cache;
  return (
    <Stack>
      <Group gap="xl" align="flex-start">
        <Figure
          name={t('use.rate')}
          value={shareOf(hits, answered)}
          about={t('use.rate_of', {
            hits: hits.toLocaleString('en'),
            answered: answered.toLocaleString('en'),
          })}
        />
        <Figure
          name={t('use.saved')}
          value={<Money amount={saved} currency={currency} />}
          about={t('use.saved_about')}
        />
        <Figure
          name={t('use.held')}
          value={entries.toLocaleString('en')}
          about={t('use.held_about', {
            size: sizeText(bytes),
            place: t(`use.place.${cache.kept_in}`),
          })}
        />
      </Group>
      {cache.days.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('use.none')}
        </Text>
      ) : (
        <Course days={cache.days} />
      )}
    </Stack>
  );
}

function Figure(props: { name: string; value: React.ReactNode; about: string }) {
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {props.name}
      </Text>
      <Text fz={24} fw={650} lh={1.2} className="tabular">
        {props.value}
      </Text>
      <Text size="xs" c="dimmed">
        {props.about}
      </Text>
    </Stack>
  );
}

function Course({ days }: { days: Cache['days'] }) {
  const { t } = useTranslation('cache');
  const format = momentFormat('day', useTimeZone());
  const data = days.map(({ at, hits, answered }) => ({
    at: format.format(new Date(at)),
    share: answered === 0 ? 0 : hits / answered,
  }));
  return (
    <AreaChart
      h={200}
      data={data}
      dataKey="at"
      withDots={days.length === 1}
      valueFormatter={(share) => shareOf(share, 1)}
      // Of nothing but zeros an axis would be made that goes to 400 %.
      yAxisProps={{ domain: [0, data.some(({ share }) => share > 0) ? 'auto' : 1] }}
      series={[{ name: 'share', label: t('use.rate'), color: 'indigo.6' }]}
      areaChartProps={{ accessibilityLayer: false }}
      role="img"
      aria-label={t('use.course')}
    />
  );
}
