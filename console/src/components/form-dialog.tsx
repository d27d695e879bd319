import { Button, Group, Modal, Stack, type MantineSize } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormProblem } from './form-problem';

/** A form over the page. What the API refuses stands at its fields, and the rest above them. */
export function FormDialog<Values extends object>(props: {
  title: string;
  action: string;
  form: UseFormReturnType<Values>;
  error: unknown;
  isBusy: boolean;
  size?: MantineSize;
  onSubmit: (values: Values) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { title, action, form, error, isBusy, size = 'md', onSubmit, onClose, children } = props;
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <form onSubmit={form.onSubmit(onSubmit)}>
        <Stack>
          <FormProblem error={error} form={form} />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
