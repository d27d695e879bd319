import { parameterRef, schemaRef, type Example, type Paths } from '../document.js';
import { errorResponses, PROVIDER_REFUSAL } from '../error-responses.js';
import { ANSWER_HEADERS } from '../headers.js';

const REVISION = '7d0a4c1b0f6e52f3a1c89d24e6b7f0a85c3d1e2f4a6b8c0d9e7f5a3b1c2d4e6f';

const requests: Readonly<Record<string, Example>> = {
  router: {
    summary: 'What a request wants',
    value: {
      model: 'gw/typed/router',
      state: { request: 'Write a function that sorts a list', system: 'You help developers.' },
    },
  },
  questions: {
    summary: 'Questions of your own',
    value: {
      model: 'gw/typed',
      state: 'The parcel came, but it was crushed and the lamp inside is broken.',
      questions: {
        topic: {
          type: 'choice',
          instructions: 'What is the message about?',
          options: ['delivery', 'damage', 'payment'],
        },
        refund: { type: 'noul', instructions: 'The customer asks for money back.' },
        anger: {
          type: 'score',
          instructions: 'How upset is the customer?',
          levels: ['calm', 'annoyed', 'furious'],
        },
      },
    },
  },
};

const answers: Readonly<Record<string, Example>> = {
  router: {
    summary: 'Of the router',
    value: {
      model: 'gw/typed/router',
      answers: {
        reasoning: { type: 'noul', noul: 0.12, confidence: 0.76, answer_confidence: 0.88 },
        complexity: {
          type: 'score',
          score: 1.05,
          confidence: 0.6,
          probabilities: { 0: 0.15, 1: 0.7, 2: 0.1, 3: 0.05 },
          legend: { 0: 'trivial', 1: 'simple', 2: 'moderate', 3: 'hard' },
          answer_confidence: 0.7,
        },
        task: {
          type: 'choice',
          choice: 'code',
          confidence: 0.9771,
          probabilities: {
            code: 0.98,
            writing: 0.005,
            translation: 0.002,
            extraction: 0.003,
            document: 0.002,
            support: 0.004,
            smalltalk: 0.001,
            action: 0.003,
          },
          answer_confidence: 0.98,
        },
      },
      revision: REVISION,
      decision: { route: 'code', demand: 'low' },
      usage: { input_tokens: 14, output_tokens: 0 },
    },
  },
};

export const systemonePaths: Paths = {
  '/v1/systemone': {
    post: {
      operationId: 'decide',
      summary: 'Typed decisions',
      description: `Questions with typed answers about a state: whether something is so (\`noul\`), which of several (\`choice\`), how far (\`score\`). \`gw/typed\` and \`gw/typed/router\` answer on this machine, by weights that were verified: \`revision\` is their SHA-256. A typed model of a provider is asked by its own name, with a key of your own.

\`gw/typed/router\` brings its own questions, so \`questions\` must not be there, and tells in \`decision\` where \`gw/auto\` would lead by this text alone; null where the text leaves it open. Of \`gw/typed\` go by \`answer_confidence\`, the calibrated probability that the answer is right: its \`probabilities\` are not calibrated.

\`state\` may have 131072 bytes of JSON, of which the first 384 words are read; \`questions\` 65536 bytes and about 1000 tokens: 1 to 16 of them, a choice with 2 to 20 options, a score with 2 to 20 levels. Brackets, parentheses and backticks are taken out of questions before a model reads them; options that are the same then are refused. A token is four characters of what is shown, and answers cost nothing. Nothing is streamed.`,
      tags: ['Typed decisions'],
      parameters: [parameterRef('x-gw-upstream-timeout')],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaRef('TypedRequest'), examples: requests },
        },
      },
      responses: {
        '200': {
          description: 'An answer for each question, under its name or in its place.',
          headers: ANSWER_HEADERS,
          content: {
            'application/json': { schema: schemaRef('TypedDecision'), examples: answers },
          },
        },
        ...errorResponses('TypedDecision'),
        ...PROVIDER_REFUSAL,
      },
    },
  },
};
