/**
 * Everything on: prices, cap, credit, budget, both rate limits, an allow-list, data protection,
 * audit. The limits are far above what a bench can spend, so every one is checked and none refuses.
 * @param isCaching content is kept, and answers are given again to equal requests
 */
export const settingsFor = (upstreamPort: number, isCaching = false): string => `apiVersion: gw/v1
organisation:
  name: Bench
  currency: EUR
  time_zone: Europe/Berlin
  cap: { amount: "100000000.00", period: monthly }
  credit: { amount: "100000000.00" }
  protection: { mode: tokenize }
  residency: { mode: report }
${isCaching ? CACHING : ''}providers:
  - name: mock
    family: openai
    base_url: http://127.0.0.1:${upstreamPort}/v1
    secret: { env: MOCK_KEY }
    location: { zone: EU, guaranteed: true }
    models:
${['small', 'echo', 'slow'].map(modelEntry).join('\n')}
workloads:
  - name: bench
    rpm: 1000000000
    tpm: 1000000000000
    budget: { amount: "10000000.00", period: monthly, mode: adaptive }
    allowed_models: [mock/*]
    keys:
      - { name: bench, secret: { env: GW_KEY_BENCH } }
`;

const CACHING = `  content_retention_days: 1
  response_cache: { enabled: true, ttl_seconds: 86400 }
`;

function modelEntry(id: string): string {
  return `      - id: ${id}
        price: { currency: EUR, per: 1000000, input: "0.10", output: "0.40" }
        context_tokens: 128000
        max_output_tokens: 16384`;
}
