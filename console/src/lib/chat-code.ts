import { isRecord } from './is-record';
import { shellQuoted } from './shell-quoted';

/** A chat request as a program would send it. The key is in a variable, never in the text. */
export interface ChatProgram {
  readonly id: 'curl' | 'openai-python' | 'openai-typescript';
  readonly label: string;
  readonly write: (baseUrl: string, body: object) => string;
}

export const CHAT_PROGRAMS: readonly ChatProgram[] = [
  {
    id: 'curl',
    label: 'curl',
    write: (baseUrl, body) => `curl ${baseUrl}/v1/chat/completions \\
  -H "Authorization: Bearer $GW_KEY" -H "Content-Type: application/json" \\
  -d ${shellQuoted(JSON.stringify(body))}`,
  },
  {
    id: 'openai-python',
    label: 'OpenAI Python',
    write: (baseUrl, body) => `import os
from openai import OpenAI

client = OpenAI(base_url="${baseUrl}/v1", api_key=os.environ["GW_KEY"])
answer = client.chat.completions.create(
${membersOf(body)
  .map(([name, value]) => `    ${name}=${python(value)},`)
  .join('\n')}
)
${streams(body) ? pythonStream : 'print(answer.choices[0].message.content)'}`,
  },
  {
    id: 'openai-typescript',
    label: 'OpenAI TypeScript',
    write: (baseUrl, body) => `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${baseUrl}/v1', apiKey: process.env.GW_KEY });
const answer = await client.chat.completions.create({
${membersOf(body)
  .map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`)
  .join('\n')}
});
${streams(body) ? typescriptStream : 'console.log(answer.choices[0].message.content);'}`,
  },
];

const membersOf = (body: object): readonly (readonly [string, unknown])[] => Object.entries(body);

const streams = (body: object): boolean => 'stream' in body && body.stream === true;

const pythonStream = `for chunk in answer:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")`;

const typescriptStream = `for await (const chunk of answer) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
}`;

/** JSON in the words of Python; its texts are written alike. */
function python(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${python(member)}`,
  );
  return `{${members.join(', ')}}`;
}
