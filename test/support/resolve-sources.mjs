// Preloaded into the processes that run tests (`--import`): a thread that a test starts runs the sources as
// they lie. Imports name the `.js` file, as everywhere in this tree; this hook finds the `.ts` beside which no
// `.js` was ever made.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const LIBS = new URL('../../libs/', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isSource = context.parentURL?.startsWith(LIBS) ?? specifier.startsWith(LIBS);
    if (isSource && specifier.endsWith('.js')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(fileURLToPath(source))) return nextResolve(source.href, context);
    }
    return nextResolve(specifier, context);
  },
});
