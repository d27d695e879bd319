import {
  Alert,
  Box,
  Button,
  Checkbox,
  Code,
  FocusTrap,
  Group,
  Modal,
  Stack,
  Text,
} from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyIcon } from './copy-text';
import classes from './secret-once.module.css';

const PREFIX_SHOWN = 12;

/** A secret that nobody sees a second time. It closes only for who says that it is stored. */
export function SecretOnce(props: {
  title: string;
  secret: string;
  children?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { title, secret, children, onClose } = props;
  return (
    <ShownOnce title={title} onClose={onClose}>
      <MaskedSecret secret={secret} label={t('secret.label')} />
      {children}
    </ShownOnce>
  );
}

/** Around what nobody sees a second time. */
export function ShownOnce(props: { title: string; children: ReactNode; onClose: () => void }) {
  const { t } = useTranslation();
  const { title, children, onClose } = props;
  const [isStored, setStored] = useState(false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="xl"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {/* The secret is the first that would take the focus, and be shown by it. */}
      <FocusTrap.InitialFocus />
      <Stack>
        <Alert color="yellow" icon={<IconEyeOff size={18} aria-hidden />}>
          {t('secret.once')}
        </Alert>
        {children}
        <Group justify="space-between">
          <Checkbox
            label={t('secret.stored')}
            checked={isStored}
            onChange={({ currentTarget }) => setStored(currentTarget.checked)}
          />
          <Button disabled={!isStored} onClick={onClose}>
            {t('secret.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Its beginning, and all of it for who points at it or copies it. */
export function MaskedSecret({ secret, label }: { secret: string; label: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Box className={classes['secret']} tabIndex={0} role="group" aria-label={label}>
        <Code className={classes['text']} fz="sm">
          {secret}
        </Code>
        <Text span className={classes['mask']} size="sm" aria-hidden>
          {`${secret.slice(0, PREFIX_SHOWN)}${'•'.repeat(24)}`}
        </Text>
      </Box>
      <CopyIcon text={secret} what={label} />
    </Group>
  );
}
