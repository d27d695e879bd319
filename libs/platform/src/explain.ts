const NOT_WRITABLE = new Set(['EACCES', 'EROFS', 'EPERM']);

/** Faults whose message says what to do. */
const WITH_ADVICE = new Set(['SettingsFault', 'UnusableModel', 'UnusableLocalModel']);

/** A fault at start in words that say what to do; a stack only where nobody foresaw it. */
export function explain(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const { code, port, path, syscall, address } = fault as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken, perhaps by another gateway. Stop that one, or set GW_PORT, of a worker GW_WORKER_PORT, to a free port.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Port ${port} may not be used by this user. Set GW_PORT, of a worker GW_WORKER_PORT, above 1023.`;
  }
  if (code === 'EADDRNOTAVAIL' && address !== undefined) {
    return `${address} is no address of this machine. Set GW_HOST to one that is; 0.0.0.0 stands for all of them.`;
  }
  if ((code === 'EEXIST' || code === 'ENOTDIR') && syscall === 'mkdir') {
    return `${path} cannot be a folder: there is a file in its way. Set GW_DATA_DIR to a folder.`;
  }
  // Node's mkdir says ENOENT of a folder and its parents that it cannot make on a read-only disk.
  const isUnmade = code === 'ENOENT' && syscall === 'mkdir';
  if ((isUnmade || NOT_WRITABLE.has(code ?? '')) && path !== undefined) {
    return `${path} cannot be written by this user (${isUnmade ? 'EROFS' : code}). Set GW_DATA_DIR to a folder that can.`;
  }
  if (code === 'ENOSPC') return `The disk is full${path ? `: ${path} cannot be written` : ''}.`;
  if (code === 'ENOENT' && path !== undefined) return `${path} is not there.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return `The database cannot be reached (${code}). Check DATABASE_URL.`;
  }
  const words = ofDatabase(fault, code);
  if (words !== undefined) return words;
  const isOurs = fault.constructor === Error || WITH_ADVICE.has(fault.name);
  const text = isOurs ? fault.message : (fault.stack ?? fault.message);
  return fault.cause === undefined ? text : `${text}\nBecause: ${explain(fault.cause)}`;
}

/** What PostgreSQL says of an address, a user or a database that is not set up. */
function ofDatabase({ message }: Error, code: string | undefined): string | undefined {
  if (message.endsWith('role "gw_app" does not exist')) {
    return 'This database is empty: it was not set up for the gateway. Run npm run migrate once, with the same DATABASE_URL, and start again; or set GW_MIGRATE_ON_START=true.';
  }
  const role = /to set role "(gw_\w+)"$/.exec(message)?.[1];
  if (role !== undefined) {
    return `The user of DATABASE_URL may not work as ${role}. As the user that migrated: GRANT ${role} TO that user.`;
  }
  if (code === '3D000') {
    return `The server has no such database (${message}). Create it, or correct DATABASE_URL.`;
  }
  if (code?.startsWith('28') === true) {
    return `The database does not let this user in (${message}). Check user and password in DATABASE_URL.`;
  }
  if (code === '42501') {
    return `The user of DATABASE_URL may not do that (${message}). Who migrates owns the tables and needs CREATEROLE.`;
  }
  return undefined;
}
