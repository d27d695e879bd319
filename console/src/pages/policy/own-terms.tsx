import { TextInput, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { isSame } from '../../api/merge-patch';
import { RowsField } from '../../components/rows-field';

type Term = Schemas['OwnTermDto'];
const KINDS_MAX = 50;

/** Terms of one kind, a line each, as people paste lists of them. */
interface Terms {
  readonly kind: string;
  readonly text: string;
}

/** Thousands of terms: not a field for each, but a text for each kind. */
export function OwnTerms(props: {
  terms: readonly Term[];
  onChange: (terms: Term[]) => void;
  error?: ReactNode;
}) {
  const { t } = useTranslation('policy');
  const { terms, onChange, error } = props;
  const [typed, setTyped] = useState<readonly Terms[]>(() => byKind(terms));
  // Blank lines and kinds without a term are no terms; what was discarded is not shown any more.
  const groups = isSame(flat(typed), terms) ? typed : byKind(terms);
  const change = (wanted: readonly Terms[]) => {
    setTyped(wanted);
    onChange(flat(wanted));
  };
  const set = (index: number, part: Partial<Terms>) =>
    change(groups.map((group, place) => (place === index ? { ...group, ...part } : group)));
  return (
    <RowsField
      label={t('own.terms')}
      description={t('own.terms_about')}
      count={groups.length}
      max={KINDS_MAX}
      add={t('own.add_terms')}
      onAdd={() => change([...groups, { kind: groups.length === 0 ? 'term' : '', text: '' }])}
      onRemove={(index) => change(groups.filter((_, place) => place !== index))}
      row={(index) => (
        <>
          <TextInput
            label={t('own.kind')}
            description={t('own.kind_about')}
            autoComplete="off"
            value={groups[index]?.kind ?? ''}
            onChange={({ currentTarget }) => set(index, { kind: currentTarget.value })}
          />
          <Textarea
            label={t('own.lines')}
            autosize
            minRows={2}
            maxRows={10}
            spellCheck={false}
            value={groups[index]?.text ?? ''}
            onChange={({ currentTarget }) => set(index, { text: currentTarget.value })}
            error={index === groups.length - 1 && error}
          />
        </>
      )}
    />
  );
}

const byKind = (terms: readonly Term[]): readonly Terms[] =>
  [...new Set(terms.map(({ kind }) => kind))].map((kind) => ({
    kind,
    text: terms
      .filter((one) => one.kind === kind)
      .map(({ term }) => term)
      .join('\n'),
  }));

const flat = (groups: readonly Terms[]): Term[] =>
  groups.flatMap(({ kind, text }) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((term) => ({ term, kind })),
  );
