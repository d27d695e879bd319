/**
 * Bench and soak run their TypeScript as it lies, without a build. Imports name the `.js` file, as
 * everywhere in this tree, and so do processes that are forked; this hook finds the `.ts` beside which no `.js`
 * was ever made.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isSource = context.parentURL?.endsWith('.ts') ?? true;
    if (isSource && /^(\.{1,2}\/|file:).*\.js$/.test(specifier)) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(fileURLToPath(source))) return nextResolve(source.href, context);
    }
    return nextResolve(specifier, context);
  },
});
