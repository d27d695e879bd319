import { Button, Grid, Menu, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBulb, IconCode, IconPlugConnectedX, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { EmptyState } from '../../components/empty-state';
import { useFilters } from '../../components/filter-bar';
import { KeptPresets } from '../../components/kept-presets';
import { Loadable } from '../../components/loadable';
import { Page } from '../../components/page';
import { AsCurl } from './as-curl';
import { askDecision, type Asked } from './ask-decision';
import { Asking } from './asking';
import { decisionRequest, NO_DRAFT, ROUTER, type Draft } from './draft';
import { draftOf, EXAMPLES } from './examples';
import { OutcomeView } from './outcome-view';
import { keptOf, SHELF } from './presets';

/** Typed questions of one's own about a state, with what each answer is worth. */
export function DecisionsPage() {
  const { t } = useTranslation('decisions');
  const { workload } = useFilters().values;
  const query = api.useQuery('get', '/admin/v1/playground/models', {
    params: { query: workload ? { workload } : {} },
  });
  const models = query.data?.data.filter(({ takes }) => takes.includes('decide'));
  if (models && models.length > 0) return <Decisions models={models.map(({ id }) => id)} />;
  return (
    <Page title={t('title')} about={t('about')}>
      <Loadable query={query}>
        {() => <EmptyState icon={IconPlugConnectedX} text={t('empty')} docs="/docs" />}
      </Loadable>
    </Page>
  );
}

function Decisions({ models }: { models: readonly string[] }) {
  const { t } = useTranslation('decisions');
  const { values, set } = useFilters();
  const [draft, setDraft] = useState<Draft>(() =>
    draftOf(EXAMPLES[0] ?? { id: 'ticket', draft: {} }),
  );
  const [isCodeOpen, code] = useDisclosure();
  const { ask, stop, outcome, isAsking, forget } = useAsking();
  const { workload } = values;
  const answering = models.filter((id) => id !== ROUTER);
  const model = models.find((id) => id === values['model']) ?? answering[0] ?? models[0] ?? '';
  const request = decisionRequest(model, draft);
  const choose = (wanted: string | undefined, next: Draft) => {
    const isOther = wanted === undefined && model === ROUTER;
    set({ model: isOther ? answering[0] : (wanted ?? model) });
    setDraft(next);
    forget();
  };
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<IconBulb size={16} aria-hidden />}>
                {t('examples.open')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {EXAMPLES.filter((one) =>
                one.model ? models.includes(one.model) : answering.length > 0,
              ).map((one) => (
                <Menu.Item key={one.id} onClick={() => choose(one.model, draftOf(one))}>
                  {t(`examples.${one.id}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <KeptPresets
            shelf={SHELF}
            texts={t('presets.texts')}
            about={t('presets.about')}
            make={(name, isWithTexts) => ({ name, model, draft: keptOf(draft, isWithTexts) })}
            onChoose={(preset) => choose(preset.model, preset.draft)}
          />
          <Button
            variant="default"
            leftSection={<IconCode size={16} aria-hidden />}
            onClick={code.open}
          >
            {t('code.open')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => choose(model, NO_DRAFT)}
            data-shortcut="n"
          >
            {t('anew')}
          </Button>
        </>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Asking
            models={models}
            model={model}
            draft={draft}
            onDraft={setDraft}
            isAsking={isAsking}
            onAsk={() => ask({ request, workload })}
            onStop={stop}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack>
            <OutcomeView outcome={outcome} isAsking={isAsking} />
          </Stack>
        </Grid.Col>
      </Grid>
      {isCodeOpen && <AsCurl request={request} onClose={code.close} />}
    </Page>
  );
}

/** One call at a time, which ends with the page. */
function useAsking() {
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const { mutate, data, isPending, reset } = useMutation({
    mutationFn: (asked: Asked) => {
      running.current.abort();
      running.current = new AbortController();
      return askDecision(asked, running.current.signal);
    },
    gcTime: 0, // What was asked is held by no cache.
  });
  const stop = () => {
    running.current.abort();
    reset();
  };
  return { ask: mutate, stop, forget: stop, outcome: data, isAsking: isPending };
}
