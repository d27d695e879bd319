import { Accordion, Button, Grid, Stack } from '@mantine/core';
import { IconCode, IconPlugConnectedX, IconPlus } from '@tabler/icons-react';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { EmptyState } from '../../components/empty-state';
import { useFilters } from '../../components/filter-bar';
import { KeptPresets } from '../../components/kept-presets';
import { Loadable } from '../../components/loadable';
import { Page } from '../../components/page';
import { AsCode } from './as-code';
import { Composer } from './composer';
import { NO_PARAMETERS, type ReachedModel } from './model';
import { ModelChoice } from './model-choice';
import { areToolsValid, ParameterFields } from './parameter-fields';
import { keptOf, SHELF } from './presets';
import { Preview } from './preview';
import { Turns } from './turns';
import { useConversation } from './use-conversation';

/** Calls of one's own, with what becomes of them. */
export function PlaygroundPage() {
  const { t } = useTranslation('playground');
  const { workload } = useFilters().values;
  const query = api.useQuery('get', '/admin/v1/playground/models', {
    params: { query: workload ? { workload } : {} },
  });
  const models = query.data?.data.filter(({ takes }) => takes.includes('chat'));
  if (models && models.length > 0) return <Playground models={models} />;
  return (
    <Page title={t('title')} about={t('about')}>
      <Loadable query={query}>
        {() => <EmptyState icon={IconPlugConnectedX} text={t('empty')} docs="/docs" />}
      </Loadable>
    </Page>
  );
}

function Playground({ models }: { models: readonly ReachedModel[] }) {
  const { t } = useTranslation('playground');
  const { values, set } = useFilters();
  const [parameters, setParameters] = useState(NO_PARAMETERS);
  const [draft, setDraft] = useState('');
  const [editing, setEditing] = useState<number>();
  const [isCodeOpen, code] = useDisclosure();
  const place = useRef<HTMLTextAreaElement>(null);
  const { turns, isRunning, send, stop, clear } = useConversation();
  useEscape(isRunning, stop);

  const reached = (name: string | undefined) => models.find(({ id }) => id === name)?.id;
  const model = reached(values['model']) ?? models[0]?.id ?? '';
  const compare = reached(values['compare']);
  const { workload } = values;
  const lastRequest = turns.at(-1)?.answers[0]?.request;

  const edit = (at: number | undefined, text: string) => {
    setEditing(at);
    setDraft(text);
    place.current?.focus();
  };
  const submit = () => {
    const asked = compare ? [model, compare] : [model];
    send({ prompt: draft, at: editing, models: asked, workload, parameters });
    edit(undefined, '');
  };
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <KeptPresets
            shelf={SHELF}
            texts={t('presets.texts')}
            about={t('presets.about')}
            make={(name, isWithTexts) => ({
              name,
              model,
              compare,
              parameters: keptOf(parameters, isWithTexts),
            })}
            onChoose={(preset) => {
              set({ model: preset.model, compare: preset.compare });
              setParameters(preset.parameters);
            }}
          />
          <Button
            variant="default"
            leftSection={<IconCode size={16} aria-hidden />}
            disabled={!lastRequest}
            onClick={code.open}
          >
            {t('code.open')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={turns.length === 0}
            onClick={() => {
              clear();
              edit(undefined, '');
            }}
            data-shortcut="n"
          >
            {t('anew')}
          </Button>
        </>
      }
    >
      <ModelChoice models={models} model={model} compare={compare} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Turns turns={turns} onEdit={edit} />
            <Composer
              draft={draft}
              onDraft={setDraft}
              place={place}
              editing={editing}
              onEditEnd={() => edit(undefined, '')}
              workload={workload}
              isReady={areToolsValid(parameters.tools)}
              isRunning={isRunning}
              onSend={submit}
              onStop={stop}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Accordion variant="separated" defaultValue="settings">
            <Accordion.Item value="settings">
              <Accordion.Control>{t('settings')}</Accordion.Control>
              <Accordion.Panel>
                <Stack>
                  <ParameterFields value={parameters} onChange={setParameters} />
                  <Preview
                    text={parameters.system}
                    workload={workload}
                    label={t('preview.system')}
                  />
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
        </Grid.Col>
      </Grid>
      {isCodeOpen && lastRequest && <AsCode request={lastRequest} onClose={code.close} />}
    </Page>
  );
}

/** Wherever the focus is while an answer comes. */
function useEscape(isOn: boolean, escape: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) escape();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn, escape]);
}
