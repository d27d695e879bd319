import { Button, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCoins, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { asList, PAGED } from '../../../api/as-list';
import { api, type Schemas } from '../../../api/client';
import { useReach } from '../../../api/session';
import { EmptyState } from '../../../components/empty-state';
import { Loadable } from '../../../components/loadable';
import { Money } from '../../../components/money';
import { ResourceTable } from '../../../components/resource-table';
import { Section } from '../../../components/section';
import { BookCredit } from './book-credit';
import { CreditChart } from './credit-chart';
import { creditColumns, type CreditEntry } from './credit-columns';

const SHOWN = 50;

/** What was paid ahead: what is left, its course, and every entry. */
export function CreditSection() {
  const { t } = useTranslation('settings');
  const [isBooking, { open, close }] = useDisclosure();
  const credit = api.useQuery('get', '/admin/v1/credit');
  const entries = api.useInfiniteQuery(
    'get',
    '/admin/v1/credit/entries',
    { params: { query: { limit: SHOWN } } },
    PAGED,
  );
  const list = asList<CreditEntry>(entries);
  return (
    <Section title={t('credit.title')} about={t('credit.about')} action={<Add onClick={open} />}>
      <Loadable query={credit}>
        {(data) => (
          <Stack>
            {data.left !== null && <Figures credit={data} />}
            <CreditChart credit={data} entries={list.rows ?? []} />
            <ResourceTable
              list={list}
              columns={creditColumns(t, data.currency)}
              rowKey={({ id }) => id}
              label={t('credit.entries')}
              empty={<EmptyState icon={IconCoins} text={t('credit.none')} />}
            />
          </Stack>
        )}
      </Loadable>
      {isBooking && <BookCredit onClose={close} />}
    </Section>
  );
}

function Add({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('settings');
  const canBook = useReach('credit:adjust') !== undefined;
  return (
    <Tooltip label={t('credit.add_denied')} disabled={canBook}>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={onClick}
        disabled={!canBook}
        data-shortcut="n"
      >
        {t('credit.add')}
      </Button>
    </Tooltip>
  );
}

function Figures({ credit }: { credit: Schemas['CreditView'] }) {
  const { t } = useTranslation('settings');
  const { left, booked, spent, held, currency } = credit;
  const figures = { left: left ?? '0', booked, spent, held };
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      {(['left', 'booked', 'spent', 'held'] as const).map((name) => (
        <Stack key={name} gap={0}>
          <Text size="sm" c="dimmed">
            {t(`credit.${name}`)}
          </Text>
          <Text fz={name === 'left' ? 24 : 'lg'} fw={650} lh={1.4}>
            <Money amount={figures[name]} currency={currency} />
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  );
}
