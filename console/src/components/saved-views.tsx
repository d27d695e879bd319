import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../lib/is-record';
import { readKept, writeKept } from '../lib/kept';
import { FormDialog } from './form-dialog';
import { NamedMenu } from './named-menu';

interface View {
  readonly name: string;
  /** Filters as they stand in the address. */
  readonly search: Readonly<Record<string, string>>;
}

/** Filters of a page by a name, kept by this browser. */
export function SavedViews(props: {
  page: '/audit' | '/usage' | '/keys';
  search: Readonly<Record<string, string | undefined>>;
}) {
  const { t } = useTranslation();
  const { page, search } = props;
  const go = useNavigate();
  const storedAs = `gw-views${page.replace('/', '-')}`;
  const [views, setViews] = useState(() => readKept(localStorage, storedAs, viewOf));
  const [isSaving, { open, close }] = useDisclosure();
  const keep = (next: readonly View[]): boolean => {
    const isKept = writeKept(localStorage, storedAs, next);
    if (isKept) setViews(next);
    return isKept;
  };
  return (
    <>
      <NamedMenu
        texts={{
          open: t('views.open'),
          none: t('views.none'),
          save: t('views.save'),
          remove: (name) => t('views.remove', { name }),
        }}
        names={views.map(({ name }) => name)}
        onChoose={(name) => {
          const view = views.find((one) => one.name === name);
          if (view) void go({ to: page, search: view.search });
        }}
        onRemove={(name) => keep(views.filter((one) => one.name !== name))}
        onSave={open}
      />
      {isSaving && (
        <SaveView
          onClose={close}
          onSave={(name) =>
            keep([...views.filter((one) => one.name !== name), { name, search: textsOf(search) }])
          }
        />
      )}
    </>
  );
}

function SaveView(props: {
  onClose: () => void;
  /** @returns whether it is kept */
  onSave: (name: string) => boolean;
}) {
  const { t } = useTranslation();
  const { onClose, onSave } = props;
  const form = useForm({ initialValues: { name: '' } });
  return (
    <FormDialog
      title={t('views.title')}
      action={t('save')}
      form={form}
      error={null}
      isBusy={false}
      onSubmit={({ name }) => {
        if (onSave(name.trim())) onClose();
        else form.setFieldError('name', t('views.full'));
      }}
      onClose={onClose}
    >
      <TextInput
        label={t('views.name')}
        required
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}

function viewOf(value: unknown): View | undefined {
  if (!isRecord(value) || typeof value['name'] !== 'string') return undefined;
  const { name, search } = value;
  return { name, search: isRecord(search) ? textsOf(search) : {} };
}

const textsOf = (search: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
