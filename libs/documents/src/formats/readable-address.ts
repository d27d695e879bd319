/** An address as it reads: whoever hides a name in one may write it in escapes. */
export function readableAddress(address: string): string {
  try {
    return decodeURIComponent(address.replaceAll('+', ' '));
  } catch {
    return address;
  }
}
