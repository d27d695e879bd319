import type { OpenAddress } from './addresses.js';

/** A host by name alone, as a value that stands for one. */
const HOST = /^(?=.{1,253}$)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u;
/** A dot at the end of a sentence, too. */
const ENDS_HOST = /^(?:[\\/?#:\s"'<>`)\]},;!*]|\.(?:$|\s))/;
/** Characters behind a pseudonym that tell whether a host ends with it. */
export const FOLLOWING_CHARS = 2;
/** Where a value stands: at a host, or where one would be. */
const nameOf = ({ host, sign, before }: OpenAddress): string => host ?? `${sign} ${before}`;

const ANY_BELOW = '*.';

/** What is to be done about a pseudonym in an address. */
export type AddressVerdict = 'restore' | 'withhold' | 'wait';

/**
 * Where values may go: a model that was told to by what it read sends them away in the address of a picture or
 * of a tool. So they are put back only for hosts that the caller or the settings name.
 */
export class RestoreHosts {
  private readonly named = new Set<string>();
  private readonly known = new Set<string>();
  private readonly suffixes: readonly string[];

  /** @param allowed by the settings: hosts, or all below one (`*.example.com`) */
  constructor(allowed: readonly string[] = []) {
    const hosts = allowed.map((host) => host.toLowerCase());
    this.suffixes = hosts.filter((host) => host.startsWith(ANY_BELOW)).map((host) => host.slice(1));
    for (const host of hosts) this.named.add(host);
  }

  /** The caller named it. */
  name(host: string): void {
    this.named.add(host);
  }

  /** The value stood in that address of the request. */
  know(address: OpenAddress, code: string): void {
    this.known.add(`${nameOf(address)} ${code}`);
  }

  /**
   * @param value what the pseudonym stands for
   * @param following what stands behind it; null where more may come
   */
  judge(
    addresses: readonly OpenAddress[],
    code: string,
    value: string,
    following: string | null,
  ): AddressVerdict {
    let verdict: AddressVerdict = 'restore';
    for (const address of addresses) {
      const { host, before } = address;
      if (this.known.has(`${nameOf(address)} ${code}`)) continue;
      if (host !== null) {
        if (!this.allows(host)) return 'withhold';
        continue;
      }
      // The host itself: the caller's own, as a term of the organisation, and nothing behind it.
      if (before !== '' || !HOST.test(value)) return 'withhold';
      if (following === null) verdict = 'wait';
      else if (following !== '' && !ENDS_HOST.test(following)) return 'withhold';
      else this.name(value.toLowerCase());
    }
    return verdict;
  }

  private allows(host: string): boolean {
    return this.named.has(host) || this.suffixes.some((suffix) => host.endsWith(suffix));
  }
}
