export { isSpecialAddress } from './special-addresses.ts';
export { parseAddressRanges } from './address-ranges.ts';
export type { AddressRanges } from './address-ranges.ts';
export { resolveHost } from './resolve-host.ts';
export type { ResolveHost } from './resolve-host.ts';
export { ForbiddenAddressError, UnresolvedHostError, resolveAllowed } from './resolve-allowed.ts';
export type { AddressPolicy } from './resolve-allowed.ts';
export { pinnedRequest } from './pinned-request.ts';
export type { OutboundRequest, SendRequest } from './pinned-request.ts';
