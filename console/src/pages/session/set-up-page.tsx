import { Button, Stepper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setUpQuery } from '../../api/session';
import { FirstOwner } from './first-owner';
import { FirstWorkload, type Made } from './first-workload';
import { Front } from './front';
import { Ready } from './ready';

type Step = 'owner' | 'workload' | 'ready';
const STEPS: readonly Step[] = ['owner', 'workload', 'ready'];

/** From the link that the gateway prints to the first workload, in one sitting. */
export function SetUpPage() {
  const { t } = useTranslation('session');
  const { data: isOpen } = useQuery(setUpQuery);
  const [step, setStep] = useState<Step>('owner');
  const [workload, setWorkload] = useState<Made | null>(null);
  if (isOpen === false && step === 'owner') return <Closed />;
  const finish = (workload: Made | null) => {
    setWorkload(workload);
    setStep('ready');
  };
  return (
    <Front title={t('set_up.title')} about={t('set_up.about')} width={560}>
      <Stepper active={STEPS.indexOf(step)} size="xs" iconSize={28}>
        {STEPS.map((name) => (
          <Stepper.Step key={name} label={t(`set_up.steps.${name}`)} />
        ))}
      </Stepper>
      {step === 'owner' && <FirstOwner onDone={() => setStep('workload')} />}
      {step === 'workload' && <FirstWorkload onDone={finish} />}
      {step === 'ready' && <Ready workload={workload} />}
    </Front>
  );
}

function Closed() {
  const { t } = useTranslation('session');
  return (
    <Front title={t('set_up.done_title')} about={t('set_up.done')}>
      <Button renderRoot={(root) => <Link to="/signin" {...root} />}>{t('sign_in.title')}</Button>
    </Front>
  );
}
