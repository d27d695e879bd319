import type { Families } from '../settings-file/read-settings-file.js';

/** A settings file that uses every setting of this release; YAML, as people write it. */
export const SAMPLE = `
apiVersion: gw/v1

organisation:
  name: Example
  currency: EUR
  time_zone: Europe/Berlin
  cap: { amount: "1000.00", period: monthly }
  credit: { amount: "500.00" }
  default_provider: mock
  protection:
    mode: tokenize
    documents: false
  explicit_prompt_cache: false
  response_cache: { enabled: false, ttl_seconds: 3600 }
  content_retention_days: 0
  residency: { mode: report }

exchange_rates:
  - { from: USD, to: EUR, rate: "0.92" }

providers:
  - name: mock
    family: openai
    base_url: http://127.0.0.1:9901/v1
    secret: { env: MOCK_KEY }
    credential: own
    location: { zone: EU, guaranteed: true }
    models:
      - id: small
        price: { currency: EUR, per: 1000000, input: "0.10", output: "0.40", cache_read: "0.01", cache_write_5m: "0.125", cache_write_1h: "0.20" }
        context_tokens: 128000
        max_output_tokens: 16384
      - id: free
        price: free
  - name: deployments
    family: azure
    base_url: https://example.openai.azure.com
    api_version: 2024-10-21
    secret: { env: MOCK_KEY }
    models:
      - id: large
        price: { currency: USD, input: "3", output: "15" }

aliases:
  - name: gw/fast
    targets: [{ model: mock/small, weight: 1 }]
    fallbacks: [deployments/large]

workloads:
  - name: app
    rpm: 600
    tpm: 400000
    budget: { amount: "10.00", period: monthly, mode: adaptive }
    allowed_models: [mock/*, gw/fast]
    upstream_timeout_seconds: 300
    on_disconnect: abort
    on_exhausted: finish
    protection: {}
    scope: { mode: off }
    keys:
      - { name: ci, secret: { env: GW_KEY_CI } }
`;

/** Families that the samples may name; in the product the providers tell. */
export const FAMILIES: Families = new Map([
  ['openai', { baseUrl: 'https://openai.example/v1' }],
  ['azure', { baseUrl: undefined }],
  ['custom', { baseUrl: undefined }],
  ['vertex-gemini', { baseUrl: (region: string) => `https://${region}.vertex.example` }],
]);
