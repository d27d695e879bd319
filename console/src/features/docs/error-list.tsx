import type { ErrorFacts } from '#contract';

export const ERRORS_ID = 'errors';

/** What may go wrong, one row for each key. */
export function ErrorList({ errors }: { errors: readonly ErrorFacts[] }) {
  return (
    <section className="docs-group" id={ERRORS_ID} aria-labelledby="errors-title">
      <h2 id="errors-title">Every error key</h2>
      <p className="prose">
        Answers hold <code>type</code> and <code>code</code>; the audit log and the log of the
        process name the key. “No” means: not without changing something first.
      </p>
      {/* A region that scrolls must take the focus, or the keyboard cannot reach its end. */}
      <div className="table-scroll" tabIndex={0} role="region" aria-labelledby="errors-title">
        <table className="error-table">
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Status</th>
              <th scope="col">Code, type</th>
              <th scope="col">Message</th>
              <th scope="col">Try again</th>
            </tr>
          </thead>
          <tbody>
            {errors.map((error) => (
              <tr key={error.key}>
                <th scope="row">
                  <code>{error.key}</code>
                </th>
                <td>{error.status}</td>
                <td>
                  <code>{error.code}</code>
                  <code className="muted">{error.type}</code>
                </td>
                <td>{error.message}</td>
                <td>{retryOf(error)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function retryOf({ retry, retry_after_seconds: seconds }: ErrorFacts): string {
  if (!retry) return 'no';
  return seconds === undefined ? 'yes' : `after ${seconds} s`;
}
