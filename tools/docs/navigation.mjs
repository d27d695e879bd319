// What stands in the navigation of the documentation, in this order. A page of docs/ that is neither here nor a
// decision fails the build, so none is served that nobody finds.

/** Paths below docs/ without `.md`. */
export const NAVIGATION = [
  { name: 'Start', pages: ['README', 'quick-start', 'switching', 'sandbox'] },
  {
    name: 'Guides',
    pages: [
      'guides/openai-sdk',
      'guides/anthropic-sdk',
      'guides/google-genai-sdk',
      'guides/mistral-sdk',
      'guides/vercel-ai-sdk',
      'guides/langchain',
      'guides/claude-code',
      'guides/codex',
      'guides/gemini-cli',
      'guides/curl',
    ],
  },
  {
    name: 'Concepts',
    pages: [
      'concepts/pipeline',
      'concepts/log-and-proofs',
      'concepts/holds',
      'concepts/pseudonyms',
      'concepts/residency',
    ],
  },
  {
    name: 'Features',
    pages: [
      'protection',
      'kinds',
      'names-model',
      'documents',
      'knowledge',
      'tools',
      'typed-models',
    ],
  },
  {
    name: 'Operate',
    pages: ['running', 'scaling', 'benchmarks', 'settings', 'limits', 'admin-api', 'errors'],
  },
  {
    name: 'About',
    pages: ['security-model', 'compliance', 'glossary', 'architecture', 'decisions'],
  },
];

/** The reference of the API, a page of the Console's build, beside these. */
export const API_REFERENCE = { path: '/docs/api', title: 'API reference' };
