/** What attempts of one customer are counted by: an IPv4 address; of IPv6 the first 64 bits, since one has all the rest. */
export function clientNetwork(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!mapped.includes(':')) return mapped;
  const [head = '', tail] = mapped.split('%')[0]!.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  if (tail !== undefined) while (groups.length + rest.length < 8) groups.push('0');
  return [...groups, ...rest]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}
