import { boundOf, isMet, type Target } from './targets.js';

/** One page without scripts or foreign requests. @param body is not escaped */
export const reportPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { padding: 0.2rem 0.8rem; text-align: right; }
td:first-child, th:first-child { text-align: left; } .missed { color: #b3261e; font-weight: 600; }
p { color: #555; }
</style>
<h1>${escaped(title)}</h1>
${body}
</html>
`;

/** Nothing where there are none. */
export const targetsTable = (targets: readonly Target[]): string =>
  targets.length > 0 ? `<table>${targets.map(targetRow).join('')}</table>` : '';

const targetRow = (target: Target): string => {
  const verdict = isMet(target) ? 'met' : 'missed';
  return `<tr class="${verdict}"><td>${escaped(target.name)}</td><td>${target.value.toFixed(3)}</td><td>${boundOf(target)}</td><td>${verdict}</td></tr>`;
};

export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
