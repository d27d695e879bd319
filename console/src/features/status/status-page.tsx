import { PageFrame } from '../../components/page-frame';
import { HealthCard } from './health-card';
import { PipelinePicture } from './pipeline-picture';
import { QuickStart } from './quick-start';

export function StatusPage() {
  return (
    <PageFrame current="/console/">
      <main id="main" className="status-page">
        <section className="intro" aria-labelledby="title">
          <h1 id="title">Model gateway</h1>
          <p className="lead">
            One address between your software and every model provider. Each call is inspected,
            routed, sealed and metered on its way.
          </p>
          <PipelinePicture />
        </section>
        <HealthCard />
        <QuickStart />
        <section className="card" aria-labelledby="management">
          <h2 id="management">Managing this gateway</h2>
          <p>
            Keys, budgets and switches are set in the settings file for now. These pages show; they
            do not change anything yet.
          </p>
          <p>
            The file is named by <code>GW_CONFIG_FILE</code>, and{' '}
            <code>npx gw config validate</code> checks it before it is used.
          </p>
        </section>
      </main>
    </PageFrame>
  );
}
