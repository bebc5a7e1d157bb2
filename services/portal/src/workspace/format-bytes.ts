const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a number of bytes with at most one decimal place, for example `1.5 KiB`. Does not round up. */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = Math.floor((bytes / 1024 ** exponent) * 10) / 10;
  return `${value} ${exponent === 0 && value === 1 ? 'byte' : UNITS[exponent]}`;
}
