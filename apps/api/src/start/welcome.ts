import type { FirstRun } from '#contract';
import type { Config } from '#platform';

/** What a person sees in the terminal: where it is, and a first call to paste. */
export function welcome(facts: FirstRun, config: Config): string {
  const lines = [
    '',
    '  The gateway is running.',
    '',
    `  Base URL   ${facts.base_url}`,
    `  Console    ${facts.console_url}`,
    `  Docs       ${facts.base_url.replace(/\/v1$/, '')}${config.docsUrl.startsWith('/') ? config.docsUrl : ''}`,
  ];
  if (facts.setup_token) {
    lines.push(`  Set up     ${facts.console_url}setup#token=${facts.setup_token}`);
  }
  if (facts.api_key) {
    lines.push(
      `  API key    ${facts.api_key}   (workload ${facts.workload ?? ''})`,
      '',
      '  The first call, answered by the local sandbox:',
      '',
      `  curl ${facts.base_url}/chat/completions \\`,
      `    -H "Authorization: Bearer ${facts.api_key}" -H "Content-Type: application/json" \\`,
      `    -d '{"model":"sandbox/sandbox-chat","messages":[{"role":"user","content":"Hello"}]}'`,
    );
  } else lines.push('', '  Keys are those of the settings file.');
  return `${lines.join('\n')}\n\n`;
}
