import { Button, Group, Stack, TagsInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askAnew } from '../../api/session';
import { FormProblem } from '../../components/form-problem';
import { DropFile } from '../documents/drop-file';
import { attributesOf, uploadDocument } from './model';

const ATTRIBUTES_MAX = 16;

/** One more document, with what searches can be narrowed by. */
export function UploadDocument(props: { store: string; workload: string | undefined }) {
  const { t } = useTranslation('knowledge');
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [lines, setLines] = useState<string[]>([]);
  const attributes = attributesOf(lines);
  const { mutate, isPending, error } = useMutation({
    meta: { isHandled: true },
    mutationFn: (sent: File) =>
      uploadDocument(props.store, sent, { attributes: attributes ?? {}, workload: props.workload }),
    onSuccess: () => {
      setFile(null);
      void askAnew(queries);
    },
  });
  return (
    <Stack gap="xs">
      <FormProblem error={error} />
      <DropFile file={file} onFile={setFile} />
      <TagsInput
        label={t('attributes')}
        description={t('attributes_about')}
        placeholder={lines.length > 0 ? '' : 'year=2026'}
        maxTags={ATTRIBUTES_MAX}
        value={lines}
        onChange={setLines}
        error={attributes ? undefined : t('attributes_wrong')}
      />
      <Group justify="flex-end">
        <Button
          disabled={!file || !attributes}
          loading={isPending}
          onClick={() => {
            if (file) mutate(file);
          }}
        >
          {t('upload')}
        </Button>
      </Group>
    </Stack>
  );
}
