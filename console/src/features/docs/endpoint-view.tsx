import { CodeBlock } from '../../components/code-block';
import { curlFor } from './openapi/curl';
import type { Body, OpenApiDocument } from './openapi/document';
import type { Endpoint } from './openapi/endpoints';
import { exampleOf } from './openapi/example';
import { typeLabel } from './openapi/type-label';
import { Prose } from './prose';
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
      <CodeBlock label="Shell" text={curlFor(document, endpoint, baseUrl)} />
      {responses.length > 0 && <h4>Responses</h4>}
      {responses.map(([status, response]) => (
        <details key={status} className="response">
          <summary>
            <strong className={status.startsWith('2') ? 'good' : undefined}>{status}</strong>{' '}
            {response.description}
          </summary>
          <BodyView document={document} body={response} hasExample />
        </details>
      ))}
    </article>
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
      <SchemaView document={document} schema={its.schema} />
      {hasExample && type.includes('json') && (
        <CodeBlock label="Example" text={JSON.stringify(exampleOf(document, its), null, 2)} />
      )}
    </div>
  ));
}
