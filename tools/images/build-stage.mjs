// The stages of the Dockerfile, each step a layer over those below it, as an engine for containers makes them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, say } from '../install.mjs';
import { readCommand, readVariables } from './read-dockerfile.mjs';

/**
 * @typedef {object} Image
 * @property {string[]} layers folders, the lowest first
 * @property {{step: string, bytes: number}[]} sizes of its own layers, without those of the base
 * @property {Record<string, string>} variables
 * @property {string} folder that its commands run in
 * @property {string} user
 * @property {string[]} [command]
 * @property {string[]} [healthcheck]
 */

/** @returns {Image[]} of these stages, and of all that they stand on, each built once */
export function buildImages(names, { stages, work, base, network }) {
  const built = new Map();
  const build = (wanted) => {
    const stage = stages.find((one) => one.name === wanted);
    if (!stage) return { layers: [base], sizes: [], variables: {}, folder: '/', user: '0:0' };
    if (!built.has(wanted)) built.set(wanted, buildStage(stage, build, { work, network }));
    return built.get(wanted);
  };
  return names.map(build);
}

function buildStage({ name, base, steps }, build, { work, network }) {
  const below = build(base);
  const image = {
    ...below,
    layers: [...below.layers],
    sizes: [...below.sizes],
    variables: { ...below.variables },
  };
  for (const { word, text } of steps) {
    const change = changeOf(word, text, { image, build, work, network });
    if (!change) continue;
    const step = `${word} ${text}`;
    say(`${name}: ${step.slice(0, 100)}`);
    const layer = join(work, 'layers', `${name}-${image.layers.length}`);
    rmSync(layer, { recursive: true, force: true });
    rmSync(layer, { recursive: true, force: true });
    mkdirSync(layer, { recursive: true });
    change(layer);
    image.layers.push(layer);
    image.sizes.push({ step, bytes: bytesOf(layer) });
  }
  return image;
}

/** What writes a layer; undefined for a step that only says something. */
function changeOf(word, text, { image, build, work, network }) {
  switch (word) {
    case 'WORKDIR':
      image.folder = text;
      return undefined;
    case 'ENV':
      Object.assign(image.variables, readVariables(text));
      return undefined;
    case 'USER':
      image.user = text;
      return undefined;
    case 'CMD':
      image.command = readCommand(text);
      return undefined;
    case 'HEALTHCHECK':
      image.healthcheck = readCommand(text);
      return undefined;
    case 'RUN':
      return (layer) => within(image, layer, work, runScript(image, text, network));
    case 'COPY':
      return (layer) => within(image, layer, work, copyScript(image, text, { build, work }));
    default:
      return undefined; // EXPOSE and VOLUME change nothing here.
  }
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
const given = (variables) =>
  Object.entries(variables)
    .map(([key, value]) => quote(`${key}=${value}`))
    .join(' ');

function runScript({ folder, variables }, text, network) {
  const all = { PATH, HOME: '/root', ...network, ...variables };
  const command = quote(`mkdir -p ${folder} && cd ${folder} && ${text}`);
  return `
    mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev"
    [ -d /root/.npm ] && mount --bind /root/.npm "$root/root/.npm"
    exec chroot "$root" /usr/bin/env -i ${given(all)} /bin/sh -ec ${command}`;
}

/** As COPY does: of a folder its content, of files the files, owned by root. */
function copyScript({ folder }, text, { build, work }) {
  const words = text.split(/\s+/);
  const [, stage] = /^--from=(.+)$/.exec(words[0]) ?? [];
  const [target, ...sources] = words.slice(stage ? 1 : 0).toReversed();
  const from = stage ? `${work}/from` : contextOf(work);
  const to = `"$root"${quote(target.startsWith('/') ? target : join(folder, target))}`;
  const places = sources.map((source) => quote(join(from, source)));
  return `
    ${stage ? `mkdir -p ${from} && ${mountOf(build(stage).layers, from)}` : ''}
    for source in ${places.join(' ')}; do
      if [ -d "$source" ]; then mkdir -p ${to} && cp -a --no-preserve=ownership "$source/." ${to}/
      elif [ ${places.length} -gt 1 ] || [ ${quote(target)} != ${quote(target.replace(/\/$/, ''))} ]; then
        mkdir -p ${to} && cp -a --no-preserve=ownership "$source" ${to}/
      else mkdir -p "$(dirname ${to})" && cp -a --no-preserve=ownership "$source" ${to}; fi
    done`;
}

let context;

/** What .dockerignore lets through of the files that git knows or would take. */
function contextOf(work) {
  if (context) return context;
  context = join(work, 'context');
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context);
  const rules = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const taken = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const left = rules.filter((rule) => rule.startsWith('**/*')).map((rule) => rule.slice(4));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed
    .split('\n')
    .filter(
      (file) =>
        taken.some((place) => file === place || file.startsWith(`${place}/`)) &&
        !left.some((end) => file.endsWith(end)),
    );
  execFileSync('cp', ['-a', '--parents', '-t', context, ...files], { cwd: ROOT });
  return context;
}

/** Runs a script that finds the image below `$root`, and writes to the layer. Mounts end with it. */
function within({ layers }, layer, work, script) {
  const [root, scratch] = [join(work, 'root'), join(work, 'scratch')];
  rmSync(scratch, { recursive: true, force: true });
  for (const folder of [root, scratch]) mkdirSync(folder, { recursive: true });
  const writable = `,upperdir=${layer},workdir=${scratch}`;
  isolated(`root=${root}\n${mountOf(layers, root, writable)}\n${script}`);
}

export function mountOf(layers, place, more = '') {
  return `mount -t overlay overlay -o lowerdir=${layers.toReversed().join(':')}${more} ${place}`;
}

export function isolated(script) {
  execFileSync('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: dirname(ROOT),
  });
}

const bytesOf = (folder) =>
  Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]);
