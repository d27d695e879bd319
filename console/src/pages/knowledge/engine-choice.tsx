import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/choice';

const ENGINES = ['exact', 'pgvector'] as const;

/** How a store is searched, and where its vectors lie for that. */
export function EngineChoice(input: {
  value?: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}) {
  const { t } = useTranslation('knowledge');
  return (
    <Choice
      label={t('engine')}
      options={ENGINES.map((value) => ({
        value,
        label: t(`engines.${value}`),
        about: t(`engines_about.${value}`),
      }))}
      {...input}
    />
  );
}
