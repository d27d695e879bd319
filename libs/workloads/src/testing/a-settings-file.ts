import type { Families } from '../settings-file/find-family-faults.js';

/** A settings file that uses every setting of this release; YAML, as people write it. */
export const SAMPLE = `
apiVersion: gw/v1

organisation:
  name: Example
  currency: EUR
  time_zone: Europe/Berlin
  cap: { amount: "1000.00", period: monthly }
  credit: { amount: "500.00" }
  plan: { name: starter, free: { amount: "5.00", period: monthly }, ends: "2099-01-01T00:00:00Z" }
  default_provider: mock
  alerts:
    thresholds: [80, 100]
    webhooks: [{ name: ops, url: https://hooks.example.org/gw, secret: { env: OPS_HOOK } }]
    emails: [ops@example.org]
  protection:
    mode: tokenize
    documents: false
  explicit_prompt_cache: false
  response_cache: { enabled: true, ttl_seconds: 3600, shared: false }
  content_retention_days: 30
  residency: { mode: report, preset: eu_adequate, deny_countries: [US], adequate_countries: [{ country: JP, from: 2019-01-23, applies: false }], order: [local, EU] }

exchange_rates:
  - { from: USD, to: EUR, rate: "0.92" }

providers:
  - name: mock
    family: openai
    base_url: http://127.0.0.1:9901/v1
    secret: { env: MOCK_KEY }
    credential: own
    location: { zone: EU, guaranteed: true }
    price_multiplier: "1.10"
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
    budget: { amount: "10.00", period: monthly, mode: adaptive, override: { amount: "50.00", until: "2026-12-01T00:00:00+01:00" } }
    allowed_models: [mock/*, gw/fast]
    upstream_timeout_seconds: 300
    on_disconnect: abort
    on_exhausted: finish
    protection: {}
    scope: { mode: flag, statement: Questions about parcels., examples_in: [Where is it?], examples_out: [Write a poem.], judge: deployments/large, uncertain: block, unread: mark, trusts_system: true, exceptions: [{ contains: poem, reason: poetry week, until: "2027-01-01T00:00:00Z" }] }
    response_cache: { mode: inherit, ttl_seconds: 600 }
    residency: { exceptions: [{ reason: migration, until: "2027-01-01T00:00:00Z", models: [mock/*] }] }
    keys:
      - { name: ci, secret: { env: GW_KEY_CI } }
`;

/** Families that the samples may name; in the product the providers tell. */
export const FAMILIES: Families = new Map([
  ['openai', { baseUrl: 'https://openai.example/v1' }],
  ['azure', { baseUrl: undefined }],
  ['bedrock', { baseUrl: (region: string) => `https://${region}.bedrock.example` }],
  ['custom', { baseUrl: undefined }],
  ['vertex-gemini', { baseUrl: (region: string) => `https://${region}.vertex.example` }],
]);
