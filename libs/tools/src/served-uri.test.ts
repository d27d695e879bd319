import { expect, it } from 'vitest';
import { uriPrefix } from './served-uri.js';

it('says which server a URI is of, and no name looks like the mark of another one', () => {
  expect(uriPrefix('office')).toBe('gw+office:');
  const marked = uriPrefix('my_Lab');
  expect(marked).toMatch(/^gw\+x-[0-9a-f]{12}:$/);
  expect(uriPrefix(marked.slice('gw+'.length, -1))).not.toBe(marked);
});
