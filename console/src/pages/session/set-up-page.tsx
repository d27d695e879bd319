import { Button, Stepper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setUpQuery } from '../../api/session';
import { StepUp } from '../../app/step-up';
import { FirstOwner } from './first-owner';
import { FirstPolicy } from './first-policy';
import { FirstProvider } from './first-provider';
import { FirstWorkload, type Made } from './first-workload';
import { Front } from './front';
import { Ready } from './ready';

const STEPS = ['owner', 'policy', 'provider', 'workload', 'ready'] as const;
type Step = (typeof STEPS)[number];

/** From the link that the gateway prints to the first key, in one sitting. All but the owner can wait. */
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
    <Front
      title={t('set_up.title')}
      about={t(step === 'owner' ? 'set_up.about' : 'set_up.about_next')}
      width={620}
    >
      {/* The name of the step that somebody is at; with all five it would wrap. */}
      <Stepper active={STEPS.indexOf(step)} size="xs" iconSize={28} wrap={false}>
        {STEPS.map((name) => (
          <Stepper.Step
            key={name}
            aria-label={t(`set_up.steps.${name}`)}
            label={name === step && t(`set_up.steps.${name}`)}
          />
        ))}
      </Stepper>
      {step === 'owner' && <FirstOwner onDone={() => setStep('policy')} />}
      {step === 'policy' && <FirstPolicy onDone={() => setStep('provider')} />}
      {step === 'provider' && <FirstProvider onDone={() => setStep('workload')} />}
      {step === 'workload' && <FirstWorkload onDone={finish} />}
      {step === 'ready' && <Ready workload={workload} />}
      {/* Who takes a while between two steps is asked again. */}
      {step !== 'owner' && <StepUp />}
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
