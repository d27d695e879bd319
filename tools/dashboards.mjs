// `npm run dashboards`: writes the dashboards of Grafana, docker/grafana/*.json, from test/dashboards.
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';
import { runTypeScript } from './run-typescript.mjs';

ensureInstalled();
runTypeScript(join(ROOT, 'test', 'dashboards', 'main.ts'), [], { readsSources: true });
