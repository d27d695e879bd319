/** How a connection failed, in the words of `error.gw`. */
export type Transport = 'dns' | 'connect' | 'tls' | 'reset';

const CODES: Readonly<Record<string, Transport>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  EADDRNOTAVAIL: 'connect',
  ETIMEDOUT: 'connect',
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  EPROTO: 'tls',
};
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

export function transportOf(error: unknown): Transport {
  const code = (error as { code?: string } | null)?.code ?? '';
  return CODES[code] ?? (TLS_CODE.test(code) ? 'tls' : 'reset');
}

/** Whether the provider may have the whole request, and so may be working on it. */
export function mayHaveArrived(error: unknown): boolean {
  return (
    transportOf(error) === 'reset' && (error as { wasSent?: boolean } | null)?.wasSent === true
  );
}
