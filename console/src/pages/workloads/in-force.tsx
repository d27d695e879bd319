import { Badge, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, type Schemas } from '../../api/client';
import { Loadable } from '../../components/loadable';
import { Money } from '../../components/money';
import { Section } from '../../components/section';
import { When } from '../../components/when';

type Effective = Schemas['EffectiveView'];

/** Every limit of a workload as it holds now, its own or the organisation's, and which of money stops it first. */
export function InForce({ id }: { id: string }) {
  const query = api.useQuery('get', '/admin/v1/workloads/{id}/effective', {
    params: { path: { id } },
  });
  return (
    <Loadable query={query}>
      {(effective) => (
        <Stack maw={860}>
          <MoneySection effective={effective} />
          <SettingsSection effective={effective} />
        </Stack>
      )}
    </Loadable>
  );
}

function MoneySection({ effective }: { effective: Effective }) {
  const { t } = useTranslation('workloads');
  const { money, binding, currency } = effective;
  return (
    <Section title={t('in_force.money')} about={t('in_force.money_about')}>
      {money.length === 0 ? (
        <Text size="sm">{t('in_force.no_money')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-label={t('in_force.money')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('in_force.limit')}</Table.Th>
                <Table.Th ta="right">{t('in_force.amount')}</Table.Th>
                <Table.Th ta="right">{t('in_force.used')}</Table.Th>
                <Table.Th ta="right">{t('in_force.left')}</Table.Th>
                <Table.Th>{t('in_force.resets')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {money.map(({ name, amount, used, left, resets_at: resets }) => (
                <Table.Tr key={name}>
                  <Table.Th>
                    {t(`in_force.names.${name}`)}{' '}
                    {name === binding && <Badge size="sm">{t('in_force.binding')}</Badge>}
                  </Table.Th>
                  {[amount, used, left].map((value, at) => (
                    <Table.Td key={['amount', 'used', 'left'][at]} ta="right" className="tabular">
                      <Money amount={value} currency={currency} />
                    </Table.Td>
                  ))}
                  <Table.Td>{resets ? <When at={resets} /> : t('in_force.never')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}

function SettingsSection({ effective }: { effective: Effective }) {
  const { t } = useTranslation('workloads');
  return (
    <Section title={t('in_force.settings')} about={t('in_force.settings_about')}>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('in_force.settings')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('in_force.setting')}</Table.Th>
              <Table.Th>{t('in_force.value')}</Table.Th>
              <Table.Th>{t('in_force.source')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {effective.settings.map(({ name, value, source }) => (
              <Table.Tr key={name}>
                <Table.Th>{name}</Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {value ?? t('in_force.unlimited')}
                </Table.Td>
                <Table.Td>{t(`in_force.sources.${source}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
