/** Others claim to be Chrome and Safari, so these come last. */
const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** As people call it: `Firefox, Linux`; what is none of these, as it calls itself. */
export function browserOf(agent: string | null): string | null {
  if (!agent) return null;
  const names = [BROWSERS, SYSTEMS].flatMap(
    (known) => known.find(([pattern]) => pattern.test(agent))?.[1] ?? [],
  );
  return names.length > 0 ? names.join(', ') : agent.slice(0, 60);
}
