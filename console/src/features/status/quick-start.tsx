import { CodeBlock } from '../../components/code-block';

const curl = (baseUrl: string) =>
  `curl ${baseUrl}/v1/chat/completions \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "sandbox/sandbox-chat", "messages": [{"role": "user", "content": "Hello"}]}'`;

export function QuickStart() {
  return (
    <section className="card" aria-labelledby="first-call">
      <h2 id="first-call">Your first call</h2>
      <p>
        Put a virtual key into <code>API_KEY</code>: <code>export API_KEY=…</code>. On a gateway
        without a settings file the sandbox answers; otherwise take a model from{' '}
        <code>GET /v1/models</code>. In an SDK, the base URL is <code>{location.origin}/v1</code>.
      </p>
      <CodeBlock label="Shell" text={curl(location.origin)} />
      <ul className="links">
        <li>
          <a href="/docs">API documentation</a>
          <span className="muted small">every path with its fields and examples</span>
        </li>
        <li>
          <a href="/openapi.json">openapi.json</a>
          <span className="muted small">the same for machines, OpenAPI 3.1</span>
        </li>
      </ul>
    </section>
  );
}
