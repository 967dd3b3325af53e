export { parseAddress, parsed } from './address.ts'
export { formatNetwork, holdsAddress, type Network, parseNetwork, range, readNetwork } from './network.ts'
