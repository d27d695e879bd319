import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Where an agent works, and the gateway that it is pointed at. */
export interface Desk {
  /** Its home and nothing else's: what it finds there is what was written for it. */
  readonly home: string;
  /** Where the files of its task lie. */
  readonly folder: string;
  readonly url: string;
  readonly key: string;
  readonly model: string;
  /** Tools of the gateway that it may use, by their names there. */
  readonly tools?: readonly string[];
}

export interface Command {
  /** A script for the pinned Node, or a program. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Agent {
  readonly name: string;
  /** Its own tool that shows a file to the model. */
  readonly reads: (path: string) => { readonly name: string; readonly arguments: object };
  readonly command: (desk: Desk, prompt: string) => Promise<Command>;
  /** Families that it has no way to, with the reason. */
  readonly cannot: Readonly<Record<string, string>>;
}

const require = createRequire(import.meta.url);

export const claudeCode: Agent = {
  name: 'Claude Code',
  reads: (path) => ({ name: 'Read', arguments: { file_path: path } }),
  async command({ url, key, model, tools = [] }, prompt) {
    const platform = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
    return {
      file: join(require.resolve(`${platform}/package.json`), '..', 'claude'),
      args: [
        '-p',
        prompt,
        '--model',
        model,
        ...(tools.length > 0 ? ['--mcp-config', mcpConfig(url, key)] : []),
        '--allowedTools',
        ['Read', ...tools.map(claudeTool)].join(','),
      ],
      env: {
        ANTHROPIC_BASE_URL: `${url}/alt`,
        ANTHROPIC_AUTH_TOKEN: key,
        ANTHROPIC_SMALL_FAST_MODEL: model,
        ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    };
  },
  cannot: {},
};

/** What Claude Code calls a tool of the gateway's. */
export const claudeTool = (name: string): string => `mcp__gateway__${name}`;

const mcpConfig = (url: string, key: string): string => {
  const headers = { Authorization: `Bearer ${key}` };
  return JSON.stringify({
    mcpServers: { gateway: { type: 'http', url: `${url}/v1/mcp`, headers } },
  });
};

const geminiCli: Agent = {
  name: 'Gemini CLI',
  reads: (path) => ({ name: 'read_file', arguments: { file_path: path } }),
  async command({ home, url, key, model }, prompt) {
    await mkdir(join(home, '.gemini'), { recursive: true });
    const auth = { security: { auth: { selectedType: 'gemini-api-key' } } };
    const settings = { ...auth, privacy: { usageStatisticsEnabled: false } };
    await writeFile(join(home, '.gemini', 'settings.json'), JSON.stringify(settings));
    return {
      file: binOf('@google/gemini-cli', 'gemini'),
      args: ['-m', model, '-p', prompt],
      env: {
        GEMINI_API_KEY: key,
        GOOGLE_GEMINI_BASE_URL: url,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      },
    };
  },
  cannot: {},
};

const codex: Agent = {
  name: 'Codex',
  reads: (path) => ({ name: 'exec_command', arguments: { cmd: `cat ${path}` } }),
  async command({ home, url, model }, prompt) {
    const config = [
      'model_provider = "gw"',
      `model = "${model}"`,
      'web_search = "disabled"', // No price covers it, so a budget refuses it.
      '[model_providers.gw]',
      'name = "gw"',
      `base_url = "${url}/v1"`,
      'env_key = "GW_KEY"',
      'wire_api = "responses"',
    ];
    await mkdir(join(home, '.codex'), { recursive: true });
    await writeFile(join(home, '.codex', 'config.toml'), `${config.join('\n')}\n`);
    return {
      file: binOf('@openai/codex', 'codex'),
      args: ['exec', '--skip-git-repo-check', '--sandbox', 'danger-full-access', prompt],
      env: { CODEX_HOME: join(home, '.codex') },
    };
  },
  cannot: {},
};

/** The script that a package installs under a name. */
export function binOf(name: string, bin: string): string {
  const file = require.resolve(`${name}/package.json`);
  const { bin: bins } = require(file) as { readonly bin: string | Record<string, string> };
  return join(file, '..', typeof bins === 'string' ? bins : (bins[bin] ?? ''));
}

/** An agent is an entry here. */
export const agents: readonly Agent[] = [claudeCode, codex, geminiCli];
