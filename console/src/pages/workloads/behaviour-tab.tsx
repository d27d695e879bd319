import { NumberInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/choice';
import { Section } from '../../components/section';
import type { WorkloadSettings } from './settings';

const CHOICES = {
  on_disconnect: ['abort', 'drain'],
  on_exhausted: ['finish', 'cut'],
  on_key_revoked: ['finish', 'cut'],
} as const;

const CACHES = ['inherit', 'off'] as const;

export function BehaviourTab({ form }: { form: UseFormReturnType<WorkloadSettings> }) {
  const { t } = useTranslation('workloads');
  return (
    <Section title={t('tabs.behaviour')} about={t('behaviour.about')}>
      <NumberInput
        label={t('behaviour.timeout')}
        description={t('behaviour.timeout_about')}
        min={10}
        max={600}
        allowDecimal={false}
        maw={320}
        {...form.getInputProps('upstream_timeout_seconds')}
      />
      {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((name) => (
        <Choice
          key={name}
          label={t(`behaviour.${name}`)}
          options={CHOICES[name].map((value) => ({
            value,
            label: t(`behaviour.options.${value}`),
            about: t(`behaviour.options_about.${value}`),
          }))}
          {...form.getInputProps(name)}
        />
      ))}
      <Choice
        label={t('behaviour.response_cache')}
        options={CACHES.map((value) => ({
          value,
          label: t(`behaviour.caches.${value}`),
          about: t(`behaviour.caches_about.${value}`),
        }))}
        {...form.getInputProps('response_cache.mode')}
      />
      <NumberInput
        label={t('behaviour.ttl')}
        description={t('behaviour.ttl_about')}
        min={60}
        max={604_800}
        allowDecimal={false}
        maw={320}
        {...form.getInputProps('response_cache.ttl_seconds')}
      />
    </Section>
  );
}
