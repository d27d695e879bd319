import type { Readiness } from '#contract';
import type { Health } from '../../api/health';
import { useHealth } from './use-health';

type Tone = 'good' | 'bad' | 'quiet';

export function HealthCard() {
  const { look, isChecking, check } = useHealth();
  const { tone, title, detail } = verdictOn(look?.health);
  return (
    <section className="card health" aria-labelledby="health" aria-busy={isChecking}>
      <div className="card-head">
        <h2 id="health">API health</h2>
        <button type="button" onClick={() => void check()} disabled={isChecking}>
          {isChecking ? 'Checking' : 'Check now'}
        </button>
      </div>
      {/* Announced only when the verdict changes; the time below would speak every five seconds. */}
      <div role="status" className={`verdict verdict-${tone}`}>
        <span className="dot" aria-hidden="true" />
        <div>
          <strong>{title}</strong>
          {detail && <p>{detail}</p>}
        </div>
      </div>
      {look?.health.kind === 'answered' && (
        <Checks isAlive={look.health.isAlive} readiness={look.health.readiness} />
      )}
      <p className="muted small">
        {look ? (
          <>
            Last checked at <time dateTime={look.at.toISOString()}>{timeOf(look.at)}</time>, again
            every 5 seconds while this page is in view.
          </>
        ) : (
          'The first check is under way.'
        )}
      </p>
    </section>
  );
}

function Checks({ isAlive, readiness }: { isAlive: boolean; readiness: Readiness }) {
  return (
    <dl className="checks">
      <Check name="process" isOk={isAlive} />
      {Object.entries(readiness.checks).map(([name, state]) => (
        <Check key={name} name={name} isOk={state === 'ok'} />
      ))}
      <div>
        <dt>version</dt>
        <dd>{readiness.version}</dd>
      </div>
    </dl>
  );
}

function Check({ name, isOk }: { name: string; isOk: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isOk ? 'good' : 'bad'}>{isOk ? '✓ ok' : '✗ failed'}</dd>
    </div>
  );
}

function verdictOn(health: Health | undefined): { tone: Tone; title: string; detail?: string } {
  switch (health?.kind) {
    case undefined:
      return { tone: 'quiet', title: 'Asking the API' };
    case 'unreachable':
      return {
        tone: 'bad',
        title: 'The API does not answer',
        detail: 'It may be stopped or restarting, or the network between is down.',
      };
    case 'unreadable':
      return {
        tone: 'bad',
        title: 'The API gave an answer that is not understood',
        detail: `/readyz answered with status ${health.status}. Is a proxy in between?`,
      };
    case 'answered':
      return verdictOnReadiness(health.readiness);
  }
}

function verdictOnReadiness({ status, checks }: Readiness): ReturnType<typeof verdictOn> {
  if (status === 'ready') return { tone: 'good', title: 'Ready for calls' };
  const failed = Object.entries(checks).flatMap(([name, state]) => (state === 'ok' ? [] : [name]));
  const detail =
    failed.length > 0 ? `Failed: ${failed.join(', ')}.` : 'It is starting or draining.';
  return { tone: 'bad', title: 'Not ready for calls', detail };
}

const timeOf = (date: Date): string => date.toLocaleTimeString();
