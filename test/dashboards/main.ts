import { writeFileSync } from 'node:fs';
import { dashboards, textOf } from './dashboards.js';

/** `npm run dashboards`: writes docker/grafana from what this folder says. */
for (const [name, dashboard] of Object.entries(dashboards)) {
  writeFileSync(`docker/grafana/${name}.json`, textOf(dashboard));
}
