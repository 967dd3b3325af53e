export { parseAddress, parsed } from './address.ts'
export { formatNetwork, holdsAddress, type Network, parseNetwork, range, readNetwork } from './network.ts'
export { isPublicAddress } from './is-public-address.ts'
export {
  type HostAddress,
  type HostRules,
  isLocalName,
  lookupOf,
  type PublicHost,
  resolvePublic,
} from './resolve-public.ts'
