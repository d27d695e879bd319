import { Accordion, NumberInput, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../components/decimal-input';
import type { Form } from '../../components/organisation-editing';
import { Section } from '../../components/section';
import { BOUNDS, SESSION_MINUTES_MAX } from './auto-model';

/** How much a request asks, by what the router reads, and for how long a conversation keeps that. */
export function DemandSection({ form, isReadOnly }: { form: Form; isReadOnly: boolean }) {
  const { t } = useTranslation('auto');
  return (
    <Section title={t('demand.title')} about={t('demand.about')}>
      <NumberInput
        label={t('demand.session')}
        description={t('demand.session_about')}
        min={1}
        max={SESSION_MINUTES_MAX}
        allowDecimal={false}
        maw={420}
        {...form.getInputProps('auto.session_minutes')}
      />
      <Accordion variant="separated">
        <Accordion.Item value="bounds">
          <Accordion.Control>{t('demand.bounds')}</Accordion.Control>
          <Accordion.Panel>
            <Text size="sm" c="dimmed" mb="sm">
              {t('demand.bounds_about')}
            </Text>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {BOUNDS.map(([path, max]) => (
                <DecimalInput
                  key={path}
                  label={t(`demand.paths.${path}`)}
                  min={0}
                  max={max}
                  step={0.05}
                  decimalScale={3}
                  disabled={isReadOnly}
                  {...form.getInputProps(`auto.${path}`)}
                />
              ))}
            </SimpleGrid>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Section>
  );
}
