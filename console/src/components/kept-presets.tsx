import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from './form-dialog';
import { NamedMenu } from './named-menu';

/** Where a browser keeps the presets of a page. */
export interface PresetShelf<Preset> {
  readonly read: (storage: Storage) => readonly Preset[];
  /** @returns whether the browser keeps them */
  readonly write: (storage: Storage, presets: readonly Preset[]) => boolean;
}

/** Settings to come back to, kept by this browser. */
export function KeptPresets<Preset extends { readonly name: string }>(props: {
  shelf: PresetShelf<Preset>;
  /** What is to be kept, with its texts or without. */
  make: (name: string, isWithTexts: boolean) => Preset;
  /** What its texts are, and that none is kept without the tick. */
  texts: string;
  about: string;
  onChoose: (preset: Preset) => void;
}) {
  const { t } = useTranslation();
  const { shelf, make, texts, about, onChoose } = props;
  const [presets, setPresets] = useState(() => shelf.read(localStorage));
  const [isSaving, { open, close }] = useDisclosure();
  const keep = (next: readonly Preset[]): boolean => {
    const isKept = shelf.write(localStorage, next);
    if (isKept) setPresets(next);
    return isKept;
  };
  const others = (name: string) => presets.filter((one) => one.name !== name);
  return (
    <>
      <NamedMenu
        texts={{
          open: t('presets.open'),
          none: t('presets.none'),
          save: t('presets.save'),
          remove: (name) => t('presets.remove', { name }),
        }}
        names={presets.map(({ name }) => name)}
        onChoose={(name) => {
          const preset = presets.find((one) => one.name === name);
          if (preset) onChoose(preset);
        }}
        onRemove={(name) => keep(others(name))}
        onSave={open}
      />
      {isSaving && (
        <SavePreset
          texts={texts}
          about={about}
          onClose={close}
          onSave={(name, isWithTexts) => keep([...others(name), make(name, isWithTexts)])}
        />
      )}
    </>
  );
}

function SavePreset(props: {
  texts: string;
  about: string;
  onClose: () => void;
  /** @returns whether it is kept */
  onSave: (name: string, isWithTexts: boolean) => boolean;
}) {
  const { t } = useTranslation();
  const { texts, about, onClose, onSave } = props;
  const form = useForm({ initialValues: { name: '', isWithTexts: false } });
  const submit = ({ name, isWithTexts }: typeof form.values) => {
    if (onSave(name.trim(), isWithTexts)) onClose();
    else form.setFieldError('name', t('presets.full'));
  };
  return (
    <FormDialog
      title={t('presets.title')}
      action={t('save')}
      form={form}
      error={null}
      isBusy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('presets.name')}
        required
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox
        label={texts}
        description={about}
        {...form.getInputProps('isWithTexts', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
