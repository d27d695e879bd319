// The house: calls that come in narrow to `pipeline`, what runs beside them to `operations`, and
// everything the concerns share narrows to `call`. The floors are listed once, here, and every rule below is computed from the list.
const floors = [
  ['kernel', 'contract'],
  ['wire', 'platform', 'local-models'],
  ['call'],
  [
    'workloads',
    'dlp',
    'documents',
    'content',
    'providers',
    'typed',
    'tools',
    'audit',
    'metering',
    'members',
  ],
  ['auth', 'routing', 'scope', 'insight', 'knowledge'],
  ['pipeline', 'operations'],
];

const lib = (names) => `^libs/(${names.join('|')})/`;
const every = floors.flat();

const climbing = floors.slice(0, -1).map((floor, level) => ({
  name: `floor-${level + 1}-never-climbs`,
  comment: 'Imports go down only.',
  severity: 'error',
  from: { path: lib(floor) },
  to: { path: lib(floors.slice(level + 1).flat()) },
}));

const neighbours = floors.flatMap((floor) =>
  floor.map((name) => ({
    name: `${name}-does-not-know-its-neighbours`,
    comment: 'Libs on one floor stand side by side. Move the shared noun one floor down.',
    severity: 'error',
    from: { path: lib([name]) },
    to: { path: lib(floor.filter((other) => other !== name).concat('-')) },
  })),
);

const doors = every.map((name) => ({
  name: `${name}-is-entered-by-its-door`,
  comment: 'A lib is entered by #name, its index.ts, never by a path into it.',
  severity: 'error',
  from: { pathNot: lib([name]) },
  to: { path: lib([name]), pathNot: `^libs/${name}/src/index\\.ts$` },
}));

module.exports = {
  forbidden: [
    ...climbing,
    ...neighbours,
    ...doors,
    {
      name: 'libs-know-no-app',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(apps|console)/' },
    },
    {
      name: 'apps-are-strangers',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'sandbox-knows-only-the-wire',
      comment: 'The sandbox imitates providers; it must not share the gateway it tests.',
      severity: 'error',
      from: { path: '^apps/sandbox/' },
      to: { path: '^libs/', pathNot: lib(['kernel', 'wire', 'platform']) },
    },
    {
      name: 'ground-is-pure',
      comment: 'kernel, contract, wire and call import no framework and open no connection.',
      severity: 'error',
      from: { path: lib(['kernel', 'contract', 'wire', 'call']) },
      to: { path: 'node_modules/(@nestjs|typeorm|pg|undici|fastify|ioredis|bullmq)/' },
    },
    {
      name: 'console-knows-only-the-contract',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(libs|apps)/', pathNot: '^libs/contract/src/index\\.ts$' },
    },
    {
      name: 'opentelemetry-has-one-door',
      comment:
        'Who exports nothing loads nothing: its packages lie behind one import that waits for a collector.',
      severity: 'error',
      from: {
        pathNot: '^libs/operations/src/telemetry/(open-telemetry|span-sink|gen-ai-meter)\\.ts$',
      },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'opentelemetry-is-imported-late',
      severity: 'error',
      from: { pathNot: '^libs/operations/src/telemetry/(open-telemetry|gen-ai-meter)\\.ts$' },
      to: {
        path: '^libs/operations/src/telemetry/(open-telemetry|span-sink|gen-ai-meter)\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['gateway-source', 'import', 'node', 'default', 'types'],
    },
  },
};
