import { Fragment, useEffect, useMemo, useState } from 'react';
import { PageFrame } from '../../components/page-frame';
import { EndpointView, MethodBadge } from './endpoint-view';
import type { OpenApiDocument } from './openapi/document';
import { filterGroups, groupEndpoints, type EndpointGroup } from './openapi/endpoints';
import { ErrorList, ERRORS_ID } from './error-list';
import { Prose } from './prose';
import { useDocument } from './use-document';

const DOCUMENT_URL = '/openapi.json';

export function DocsPage() {
  const { loading, retry } = useDocument(DOCUMENT_URL);
  return (
    <PageFrame current="/docs/api">
      {loading.kind === 'loaded' ? (
        <DocumentView document={loading.document} />
      ) : (
        <main id="main" className="docs-alone">
          <h1>API documentation</h1>
          <div role="status" className={`notice ${loading.kind === 'failed' ? 'notice-bad' : ''}`}>
            {loading.kind === 'failed'
              ? `${DOCUMENT_URL} could not be read. ${loading.reason}`
              : `Reading ${DOCUMENT_URL}`}
          </div>
          {loading.kind === 'failed' && (
            <button type="button" onClick={retry}>
              Try again
            </button>
          )}
        </main>
      )}
    </PageFrame>
  );
}

/** Takes any OpenAPI 3.1 document; knows no path of it. */
export function DocumentView({ document }: { document: OpenApiDocument }) {
  const [filter, setFilter] = useState('');
  const groups = useMemo(() => groupEndpoints(document), [document]);
  const shown = useMemo(() => filterGroups(groups, filter), [groups, filter]);
  const baseUrl = baseUrlOf(document);
  const errors = document['x-errors'] ?? [];

  // The document arrives after the page, too late for the browser to find the link's target. At once:
  // whoever follows a link from elsewhere does not want to see the whole page roll by.
  useEffect(() => {
    const target = window.document.getElementById(location.hash.slice(1));
    target?.scrollIntoView({ behavior: 'instant' });
  }, []);

  return (
    <div className="docs">
      <nav className="docs-nav" aria-label="Endpoints">
        <label className="docs-filter">
          Filter endpoints
          <input
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
            placeholder="Path, method or word"
          />
        </label>
        <p className="muted small" role="status">
          {countLabel(shown, groups)}
        </p>
        <div className="docs-indexes">
          <Index groups={shown} />
          {errors.length > 0 && (
            <p className="docs-index">
              <a href={`#${ERRORS_ID}`}>Every error key</a>
            </p>
          )}
        </div>
      </nav>
      <main id="main" className="docs-main">
        <h1>{document.info?.title ?? 'API documentation'}</h1>
        <p className="muted">
          Version {document.info?.version ?? 'unknown'} · Address <code>{baseUrl}</code> ·{' '}
          <a href={DOCUMENT_URL}>openapi.json</a>
        </p>
        <Prose text={document.info?.description} />
        {shown.map((group) => (
          <section key={group.name} className="docs-group" aria-label={group.name}>
            <h2>{group.name}</h2>
            <Prose text={group.description} />
            {group.endpoints.map((endpoint) => (
              <EndpointView
                key={endpoint.id}
                document={document}
                endpoint={endpoint}
                baseUrl={baseUrl}
              />
            ))}
          </section>
        ))}
        {shown.length === 0 && (
          <p className="notice">
            No endpoint holds these words.{' '}
            <button type="button" onClick={() => setFilter('')}>
              Clear the filter
            </button>
          </p>
        )}
        {errors.length > 0 && <ErrorList errors={errors} />}
      </main>
    </div>
  );
}

function Index({ groups }: { groups: readonly EndpointGroup[] }) {
  return groups.map(({ name, endpoints }) => (
    <div key={name} className="docs-index">
      <h2>{name}</h2>
      <ul>
        {endpoints.map(({ id, method, path, operation }) => (
          <li key={id}>
            <a href={`#${id}`} title={operation.summary}>
              <MethodBadge method={method} />
              <span className="docs-path">{breakable(path)}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** Long paths break before a slash. */
const breakable = (path: string) =>
  path.split(/(?=\/)/).map((segment, index) => (
    <Fragment key={`${index} ${segment}`}>
      {index > 0 && <wbr />}
      {segment}
    </Fragment>
  ));

function countLabel(shown: readonly EndpointGroup[], all: readonly EndpointGroup[]): string {
  const count = (groups: readonly EndpointGroup[]) =>
    groups.reduce((sum, { endpoints }) => sum + endpoints.length, 0);
  return `${count(shown)} of ${count(all)} endpoints`;
}

/** The first server; without one, or with a relative one, the address of this page. */
function baseUrlOf({ servers }: OpenApiDocument): string {
  const url = servers?.[0]?.url ?? '/';
  return URL.canParse(url, location.origin)
    ? new URL(url, location.origin).href.replace(/\/$/, '')
    : url;
}
