const NOT_WRITABLE = new Set(['EACCES', 'EROFS', 'EPERM']);

/** A fault at start in words that say what to do; a stack only where nobody foresaw it. */
export function explain(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const { code, port, path, syscall } = fault as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken, perhaps by another gateway. Stop that one, or set GW_PORT to a free port.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Port ${port} may not be used by this user. Set GW_PORT above 1023.`;
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
  const isOurs = fault.constructor === Error || fault.name === 'SettingsFault';
  const text = isOurs ? fault.message : (fault.stack ?? fault.message);
  return fault.cause === undefined ? text : `${text}\nBecause: ${explain(fault.cause)}`;
}
