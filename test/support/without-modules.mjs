// Preloaded into a process (`--import`): some packages are not installed there.
import { registerHooks } from 'node:module';

const MISSING = ['@napi-rs/canvas', '@tesseract.js-data/pol'];

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (MISSING.some((name) => specifier === name || specifier.startsWith(`${name}/`))) {
      throw Object.assign(new Error('not installed'), { code: 'MODULE_NOT_FOUND' });
    }
    return nextResolve(specifier, context);
  },
});
