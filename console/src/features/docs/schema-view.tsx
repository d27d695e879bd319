import { useState } from 'react';
import type { OpenApiDocument, Schema } from './openapi/document';
import { nameOf, resolveSchema } from './openapi/resolve';
import { constraintsOf, typeLabel } from './openapi/type-label';
import { Prose } from './prose';

interface SchemaProps {
  readonly document: OpenApiDocument;
  readonly schema: Schema | undefined;
}

/** The fields of a schema; deeper ones open on demand, so a schema may hold itself. */
export function SchemaView({ document, schema }: SchemaProps) {
  const its = resolveSchema(document, schema);
  const fields = Object.entries(its.properties ?? {});
  const more = its.additionalProperties;
  const variants = its.oneOf ?? its.anyOf ?? [];
  return (
    <div className="schema">
      {fields.length > 0 && (
        <ul className="fields">
          {fields.map(([name, field]) => (
            <Field
              key={name}
              name={name}
              isRequired={its.required?.includes(name) ?? false}
              document={document}
              schema={field}
            />
          ))}
        </ul>
      )}
      {variants.map((variant, index) => (
        <Nested
          key={`${index} ${nameOf(variant) ?? ''}`}
          label={`Variant ${index + 1}: ${typeLabel(document, variant)}`}
          document={document}
          schema={variant}
        />
      ))}
      {its.items !== undefined && (
        <Nested
          label={`Each item: ${typeLabel(document, its.items)}`}
          document={document}
          schema={its.items}
        />
      )}
      {more === true && (
        <p className="muted small">
          {fields.length > 0 ? 'Further fields are allowed.' : 'Any fields are allowed.'}
        </p>
      )}
      {typeof more === 'object' && (
        <Nested
          label={`Any other field: ${typeLabel(document, more)}`}
          document={document}
          schema={more}
        />
      )}
    </div>
  );
}

/** One field or parameter, in a list. */
export function Field({
  name,
  place,
  isRequired,
  description,
  document,
  schema,
}: SchemaProps & {
  name: string;
  place?: string;
  isRequired: boolean;
  description?: string | undefined;
}) {
  const its = resolveSchema(document, schema);
  const constraints = constraintsOf(document, schema);
  return (
    <li className="field">
      <div className="field-head">
        <code className="field-name">{name}</code>
        <span className="muted small">{typeLabel(document, schema)}</span>
        {place && <span className="mark">{place}</span>}
        {isRequired && <span className="mark mark-required">required</span>}
        {its.deprecated && <span className="mark">deprecated</span>}
      </div>
      <Prose text={description ?? its.description} />
      {constraints.length > 0 && <p className="muted small">{constraints.join(' · ')}</p>}
      {hasInside(document, schema) && (
        <Nested label={`Fields of ${name}`} document={document} schema={schema} />
      )}
    </li>
  );
}

function Nested({ label, document, schema }: SchemaProps & { label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!hasInside(document, schema)) return <p className="muted small">{label}</p>;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && <SchemaView document={document} schema={schema} />}
    </details>
  );
}

/** Whether there is more to show than a type label tells. */
function hasInside(document: OpenApiDocument, schema: Schema | undefined): boolean {
  const its = resolveSchema(document, schema);
  if (Object.keys(its.properties ?? {}).length > 0) return true;
  const variants = its.oneOf ?? its.anyOf;
  if (variants) return variants.some((variant) => hasInside(document, variant));
  if (typeof its.additionalProperties === 'object') return true;
  return its.items !== undefined && hasInside(document, its.items);
}
