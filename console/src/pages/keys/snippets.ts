import { CHAT_PROGRAMS } from '../../lib/chat-code';

/** The first call, for what is to make it. Names of makers and programs are not translated. */
export interface SnippetKind {
  readonly id: string;
  readonly label: string;
  readonly write: (baseUrl: string, model: string) => string;
}

export const SNIPPETS: readonly SnippetKind[] = [
  ...CHAT_PROGRAMS.map(({ id, label, write }) => ({
    id,
    label,
    write: (baseUrl: string, model: string) =>
      write(baseUrl, { model, messages: [{ role: 'user', content: 'Hello' }] }),
  })),
  {
    id: 'messages',
    label: 'Anthropic SDK',
    write: (baseUrl, model) => `import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ baseURL: '${baseUrl}', apiKey: process.env.GW_KEY });
const answer = await client.messages.create({
  model: '${model}',
  max_tokens: 200,
  messages: [{ role: 'user', content: 'Hello' }],
});
console.log(answer.content);`,
  },
  {
    id: 'gemini',
    label: 'Gemini SDK',
    write: (baseUrl, model) => `import { GoogleGenAI } from '@google/genai';

const client = new GoogleGenAI({
  apiKey: process.env.GW_KEY,
  httpOptions: { baseUrl: '${baseUrl}' },
});
const answer = await client.models.generateContent({ model: '${model}', contents: 'Hello' });
console.log(answer.text);`,
  },
  {
    id: 'claude-code',
    label: 'Claude Code',
    write: (baseUrl, model) => `export ANTHROPIC_BASE_URL=${baseUrl}/alt
export ANTHROPIC_AUTH_TOKEN=$GW_KEY
export ANTHROPIC_DEFAULT_HAIKU_MODEL=${model}
claude --model ${model}`,
  },
  {
    id: 'codex',
    label: 'Codex',
    write: (baseUrl, model) => `# ~/.codex/config.toml
model_provider = "gw"
model = "${model}"
web_search = "disabled"

[model_providers.gw]
name = "gw"
base_url = "${baseUrl}/v1"
env_key = "GW_KEY"
wire_api = "responses"`,
  },
  {
    id: 'gemini-cli',
    label: 'Gemini CLI',
    write: (baseUrl, model) => `export GOOGLE_GEMINI_BASE_URL=${baseUrl}
export GEMINI_API_KEY=$GW_KEY
gemini -m ${model}`,
  },
];
