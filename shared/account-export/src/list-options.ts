/** Items per page, the maximum of the API. */
export const PAGE_SIZE = 100;

/** Values of `include` with which a list contains the items of all versions and times. */
export const ALL_VERSIONS = ['superseded', 'expired', 'future'];
