import { Alert, Anchor, Button, Group, Switch, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFileImport, IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChooseFile } from '../../../components/choose-file';
import { useReach } from '../../../api/session';
import { FormProblem } from '../../../components/form-problem';
import { Section } from '../../../components/section';
import { CodeEditor } from './code-editor';
import { Faults } from './faults';
import { PlanSection } from './plan-section';
import { usePlan } from './use-plan';

const FILE_BYTES_MAX = 3_500_000; // As the API takes it.

/** @param stored what the gateway has, as YAML */
export function Editing({ stored }: { stored: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const canApply = useReach('config:apply') !== undefined;
  const [typed, setTyped] = useState<string | null>(null);
  const [prune, setPrune] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const yaml = typed ?? stored;
  const planning = usePlan({ yaml, prune });
  const take = async (file: File | null) => {
    if (!file) return;
    setTooLarge(file.size > FILE_BYTES_MAX);
    if (file.size <= FILE_BYTES_MAX) setTyped(await file.text());
  };
  return (
    <>
      {!canApply && <Alert color="indigo">{t('common:read_only')}</Alert>}
      <Section title={t('code.document')} about={t('code.document_about')}>
        <Group gap="xs">
          <Button
            component="a"
            variant="default"
            href="/admin/v1/config/export"
            download="gateway.yaml"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('code.download')}
          </Button>
          <ChooseFile onChange={(file) => void take(file)} accept=".yaml,.yml" disabled={!canApply}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                disabled={!canApply}
                leftSection={<IconFileImport size={16} aria-hidden />}
              >
                {t('code.open')}
              </Button>
            )}
          </ChooseFile>
          <Button
            variant="default"
            disabled={yaml === stored}
            onClick={() => setTyped(null)}
            leftSection={<IconRestore size={16} aria-hidden />}
          >
            {t('code.reset')}
          </Button>
          <Anchor href="/console/config.schema.json" target="_blank" size="sm">
            {t('code.schema')}
          </Anchor>
        </Group>
        {isTooLarge && <Alert color="red">{t('code.too_large')}</Alert>}
        <CodeEditor
          label={t('code.editor')}
          value={yaml}
          onChange={setTyped}
          isReadOnly={!canApply}
          faultyLines={new Set(planning.faults.flatMap(({ line }) => line ?? []))}
          error={planning.faults.length > 0 && t('code.faults')}
        />
        <Faults faults={planning.faults} />
        <Switch
          label={t('code.prune')}
          checked={prune}
          disabled={!canApply}
          onChange={({ currentTarget }) => setPrune(currentTarget.checked)}
        />
        {prune && (
          <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
            <Text size="sm">{t('code.prune_warning')}</Text>
          </Alert>
        )}
        <FormProblem error={planning.error} />
        <Group>
          <Button onClick={planning.plan} loading={planning.isPlanning} disabled={!canApply}>
            {t('code.plan')}
          </Button>
        </Group>
      </Section>
      {planning.planned && (
        <PlanSection
          key={planning.planned.number}
          planning={planning}
          planned={planning.planned}
          onApplied={() => setTyped(null)}
        />
      )}
    </>
  );
}
