import { print, withInstance } from '../with-instance.js';

export function migrateDatabase(): Promise<number> {
  return withInstance(
    ({ migrated }) => {
      print(migrated.length === 0 ? 'Nothing to do.' : `Applied: ${migrated.join(', ')}`);
      return Promise.resolve(0);
    },
    { migrates: true },
  );
}
