// The part of the Dockerfile's language that ours is written in. What is not known here is an error, so the file cannot grow
// past what `npm run test:images` does.

/** @returns {{name: string, base: string, steps: {word: string, text: string}[]}[]} */
export function readDockerfile(text) {
  const variables = new Map();
  const stages = [];
  for (const line of joined(text)) {
    const [, word, rest] = /^([A-Z]+)\s+(.*)$/s.exec(line) ?? [];
    if (word === 'ARG') {
      const [name, value] = rest.split('=');
      variables.set(name, value);
    } else if (word === 'FROM') {
      const [, base, name] = /^(\S+) AS (\S+)$/.exec(rest) ?? unknown(line);
      stages.push({
        base: base.replace(/\$\{(\w+)\}/, (_, key) => variables.get(key)),
        name,
        steps: [],
      });
    } else if (STEPS.has(word)) {
      stages.at(-1).steps.push({ word, text: rest });
    } else unknown(line);
  }
  return stages;
}

const STEPS = new Set([
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'USER',
  'VOLUME',
  'EXPOSE',
  'HEALTHCHECK',
  'CMD',
]);

/** Instructions, each on one line; comments are left out, also between the lines of one. */
function joined(text) {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** `NAME=value NAME=value`, without quotes. */
export function readVariables(text) {
  return Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  );
}

/** The command of `CMD [...]`, also of one that HEALTHCHECK holds. */
export const readCommand = (text) => JSON.parse(/\[.*\]$/s.exec(text)[0]);

function unknown(line) {
  throw new Error(`docker/Dockerfile: not known to tools/images: ${line}`);
}
