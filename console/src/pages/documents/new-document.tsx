import {
  Button,
  Card,
  Grid,
  Group,
  MultiSelect,
  Select,
  Stack,
  Switch,
  TagsInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATA_KINDS } from '#contract';
import { askAnew } from '../../api/session';
import { useFilters } from '../../components/filter-bar';
import { FormProblem } from '../../components/form-problem';
import { DropFile } from './drop-file';
import { keepFile } from './kept-files';
import { NO_WISHES, sendDocument, type Wishes } from './model';

const KINDS = Object.keys(DATA_KINDS).sort();
const IMAGES = ['blur', 'redact_text', 'remove'] as const;
const FORMATS = ['same', 'pdf', 'text'] as const;

/** A document, and what is to be taken out of it. */
export function NewDocument({ onSent }: { onSent: (id: string) => void }) {
  const { t } = useTranslation('documents');
  const queries = useQueryClient();
  const { workload } = useFilters().values;
  const [file, setFile] = useState<File | null>(null);
  const [wishes, setWishes] = useState<Wishes>(NO_WISHES);
  const set = (change: Partial<Wishes>) => setWishes((before) => ({ ...before, ...change }));
  const { mutate, isPending, error } = useMutation({
    meta: { isHandled: true },
    mutationFn: (sent: File) => sendDocument(sent, wishes, workload),
    onSuccess: (id, sent) => {
      keepFile(id, sent);
      setFile(null);
      onSent(id);
      void askAnew(queries);
    },
  });
  return (
    <Card withBorder>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <DropFile file={file} onFile={setFile} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="sm">
            <FormProblem error={error} />
            <MultiSelect
              label={t('kinds')}
              description={t('kinds_help')}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': t('kinds_clear') }}
              limit={50}
              data={KINDS}
              value={[...wishes.kinds]}
              onChange={(kinds) => set({ kinds })}
            />
            <TagsInput
              label={t('terms')}
              description={t('terms_help')}
              value={[...wishes.terms]}
              onChange={(terms) => set({ terms })}
            />
            <Group grow align="flex-start">
              <Select
                label={t('images.label')}
                allowDeselect={false}
                data={IMAGES.map((value) => ({ value, label: t(`images.${value}`) }))}
                value={wishes.images}
                onChange={(images) => set({ images: images ?? NO_WISHES.images })}
              />
              <Select
                label={t('format.label')}
                allowDeselect={false}
                data={FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))}
                value={wishes.format}
                onChange={(format) => set({ format: format ?? NO_WISHES.format })}
              />
            </Group>
            <Switch
              label={t('mapping.keep')}
              description={t('mapping.keep_help')}
              checked={wishes.isMapped}
              onChange={({ currentTarget }) => set({ isMapped: currentTarget.checked })}
            />
            <Group justify="flex-end">
              <Button
                disabled={!file}
                loading={isPending}
                onClick={() => {
                  if (file) mutate(file);
                }}
              >
                {t('send')}
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
      </Grid>
    </Card>
  );
}
