import type { SearchFilterWire } from '@loci/contracts';

/** Returns true if a search with the filter also finds superseded versions, which are in the archive. */
export const includesSuperseded = ({ include }: SearchFilterWire): boolean =>
  include?.includes('superseded') === true;

/** Converts a filter that includes superseded versions to one for the archive, where the periods of items do not matter. */
export const inArchive = (filter: SearchFilterWire): SearchFilterWire => ({
  ...filter,
  include: ['expired', 'future'],
});
