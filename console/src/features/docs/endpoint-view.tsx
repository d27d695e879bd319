import { CodeBlock } from '../../components/code-block';
import { curlFor } from './openapi/curl';
import type { Body, ExternalDocs, Header, MediaType, OpenApiDocument } from './openapi/document';
import type { Endpoint } from './openapi/endpoints';
import { exampleOf, examplesOf } from './openapi/example';
import { resolve, resolveSchema } from './openapi/resolve';
import { typeLabel } from './openapi/type-label';
import { Inline, Prose } from './prose';
import { Field, SchemaView } from './schema-view';

interface EndpointProps {
  readonly document: OpenApiDocument;
  readonly endpoint: Endpoint;
  readonly baseUrl: string;
}

export function EndpointView({ document, endpoint, baseUrl }: EndpointProps) {
  const { id, method, path, operation, parameters, body, responses } = endpoint;
  return (
    <article className="card endpoint" id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="endpoint-title">
        <MethodBadge method={method} />
        <code>{path}</code>
        <a className="anchor" href={`#${id}`} aria-label={`Link to ${method} ${path}`}>
          #
        </a>
      </h3>
      {operation.summary && <p className="endpoint-summary">{operation.summary}</p>}
      {operation.deprecated && <p className="mark">deprecated</p>}
      <Prose text={operation.description} />
      <Reference docs={operation.externalDocs} />
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <ul className="fields">
            {parameters.map((parameter) => (
              <Field
                key={`${parameter.in} ${parameter.name}`}
                name={parameter.name}
                place={parameter.in}
                isRequired={parameter.required ?? false}
                description={parameter.description}
                document={document}
                schema={parameter.schema}
              />
            ))}
          </ul>
        </>
      )}
      {body && (
        <>
          <h4>
            Request body {body.required && <span className="mark mark-required">required</span>}
          </h4>
          <BodyView document={document} body={body} />
        </>
      )}
      {operation['x-needs'] && (
        <p className="notice">
          <Inline text={`Not answered on a first run. It needs ${operation['x-needs']}`} />
        </p>
      )}
      <CodeBlock label="Shell" text={curlFor(document, endpoint, baseUrl)} />
      {responses.length > 0 && <h4>Responses</h4>}
      {responses.map(([status, response]) => (
        <details key={status} className="response">
          <summary>
            <strong className={status.startsWith('2') ? 'good' : undefined}>{status}</strong>{' '}
            <Inline text={response.description} />
          </summary>
          <HeadersView document={document} headers={response.headers} />
          <BodyView document={document} body={response} hasExample />
        </details>
      ))}
    </article>
  );
}

/** Leads out of the page, so only to where a browser can go without running anything. */
function Reference({ docs }: { docs: ExternalDocs | undefined }) {
  if (!docs?.url || !/^https?:\/\//.test(docs.url)) return null;
  return (
    <p className="small">
      See also:{' '}
      <a href={docs.url} rel="noreferrer">
        {docs.description ?? docs.url}
      </a>
    </p>
  );
}

export function MethodBadge({ method }: { method: string }) {
  return <span className={`method method-${method}`}>{method.toUpperCase()}</span>;
}

function BodyView({
  document,
  body,
  hasExample = false,
}: {
  document: OpenApiDocument;
  body: Body;
  hasExample?: boolean;
}) {
  const media = Object.entries(body.content ?? {});
  if (media.length === 0) return <p className="muted small">No body.</p>;
  return media.map(([type, its]) => (
    <div key={type} className="body-view">
      <p className="muted small">
        <code>{type}</code> {typeLabel(document, its.schema)}
      </p>
      <Prose text={resolveSchema(document, its.schema).description} />
      <SchemaView document={document} schema={its.schema} />
      <Examples document={document} type={type} media={its} hasOne={hasExample} />
    </div>
  ));
}

/** Each in a fold of its own where there are several. @param hasOne one is made up, if none is given */
function Examples({
  document,
  type,
  media,
  hasOne,
}: {
  document: OpenApiDocument;
  type: string;
  media: MediaType;
  hasOne: boolean;
}) {
  const given = examplesOf(document, media);
  if (given.length > 1) {
    return given.map(({ name, summary, value }) => (
      <details key={name} className="example">
        <summary>
          <code>{name}</code> <Inline text={summary} />
        </summary>
        <CodeBlock label={`Example: ${name}`} text={textOf(value)} />
      </details>
    ));
  }
  if (!hasOne || (given.length === 0 && !type.includes('json'))) return null;
  return <CodeBlock label="Example" text={textOf(exampleOf(document, media))} />;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

function HeadersView({
  document,
  headers,
}: {
  document: OpenApiDocument;
  headers: Body['headers'];
}) {
  const named = Object.entries(headers ?? {});
  if (named.length === 0) return null;
  return (
    <details className="response-headers">
      <summary>Headers</summary>
      <ul className="fields">
        {named.map(([name, header]) => {
          const its = resolve<Header>(document, header);
          return (
            <Field
              key={name}
              name={name}
              isRequired={its?.required ?? false}
              description={its?.description}
              document={document}
              schema={its?.schema}
            />
          );
        })}
      </ul>
    </details>
  );
}
