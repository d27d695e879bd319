// `npm run api:types`: the types of the admin API as the Console asks it, from the classes that check
// its requests. With `--check` nothing is written, and it fails where the file is not what it would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import openapiTS, { astToString } from 'openapi-typescript';
import { createServer, createServerModuleRunner } from 'vite';
import { fail, ROOT, say } from './install.mjs';

const FILE = join(ROOT, 'console', 'src', 'api', 'schema.d.ts');
const HEAD = '// Made by `npm run api:types`. Do not edit.\n\n';

const wanted = HEAD + astToString(await openapiTS(await documentOf()));
const isCurrent = readFileSync(FILE, { encoding: 'utf8', flag: 'a+' }) === wanted;
if (process.argv.includes('--check')) {
  if (!isCurrent) fail('console/src/api/schema.d.ts is not of this admin API: npm run api:types');
} else if (!isCurrent) {
  writeFileSync(FILE, wanted);
  say('console/src/api/schema.d.ts is written.');
}
process.exit(0);

/** Nothing is opened: Nest only looks at the classes. */
async function documentOf() {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    resolve: {
      alias: [{ find: /^#([\w-]+)$/, replacement: join(ROOT, 'libs/$1/src/index.ts') }],
    },
  });
  const runner = createServerModuleRunner(server.environments.ssr, { hmr: false });
  const { ApiModule } = await runner.import('/apps/api/src/api.module.ts');
  const { adminDocument } = await runner.import('/apps/api/src/admin/openapi/admin-document.ts');
  const app = await NestFactory.create(
    ApiModule.forRoot({ config: {}, redis: null }),
    new FastifyAdapter(),
    {
      preview: true,
      logger: ['error'],
      abortOnError: false,
    },
  );
  return adminDocument(app);
}
