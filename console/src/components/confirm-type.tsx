import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';

/** What cannot be undone: only who types the name of the thing can go on. */
export function ConfirmType(props: {
  title: string;
  name: string;
  children: ReactNode;
  action: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { title, name, children, action, isBusy, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) onConfirm();
        }}
      >
        <Stack>
          <Text size="sm">{children}</Text>
          <TextInput
            label={<Trans i18nKey="type_name" values={{ name }} components={{ b: <b /> }} />}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" color="red" disabled={typed !== name} loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
