import { BlockList, isIP } from 'node:net';
import { ValidateBy } from 'class-validator';
import { plainAddress } from '#kernel';

const BITS = { 4: 32, 6: 128 } as const;

/** Addresses and networks that an operator lists, as `10.0.0.0/8, 2001:db8::7`. */
export class Networks {
  private constructor(private readonly list: BlockList) {}

  /** Undefined when it is no such list, or one of everybody. */
  static read(text: string): Networks | undefined {
    const list = new BlockList();
    for (const part of text.split(',')) {
      const [address = '', bits, ...more] = part.trim().split('/');
      const version = isIP(address);
      if ((version !== 4 && version !== 6) || address.includes('%') || more.length > 0) return;
      if (bits !== undefined && !/^[1-9]\d{0,2}$/.test(bits)) return;
      const prefix = Number(bits ?? BITS[version]);
      if (prefix > BITS[version]) return;
      list.addSubnet(address, prefix, `ipv${version}`);
    }
    return new Networks(list);
  }

  has(address: string): boolean {
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && this.list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  }
}

export const IsNetworks = (): PropertyDecorator =>
  ValidateBy({
    name: 'isNetworks',
    validator: {
      validate: (value) => typeof value === 'string' && Networks.read(value) !== undefined,
      defaultMessage: () =>
        '$property must be addresses or networks as 10.0.0.0/8, with commas between them, and not everybody',
    },
  });
