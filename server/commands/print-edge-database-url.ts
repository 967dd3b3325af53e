import { addressesOfRoles } from '@bollard/database/roles'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { findEncryptionKey } from '../supervise/keep-secrets.ts'

/** Prints how a machine that answers widgets alone signs in to the database: all that it may do there is the hot path's. Holds a password. */
export function printEdgeDatabaseUrl(config: Config, say: (line: string) => void): void {
  if (config.DATABASE_URL === undefined)
    throw new StartupFault('DATABASE_URL is not set. The built-in database serves one machine, with ROLE=all.')
  const ofEdge = (owner: string): string => {
    // Only where the owner has no password do those of the roles follow from the key.
    const { password, searchParams } = new URL(owner)
    const fallback = password === '' && !searchParams.has('password') ? findEncryptionKey(config) : ''
    return addressesOfRoles(owner, fallback).bollard_edge
  }
  if (config.CELL_URLS.length === 0) return say(ofEdge(config.DATABASE_URL))
  say(`EDGE_DATABASE_URL=${ofEdge(config.DATABASE_URL)}`)
  say(`CELL_URLS=${config.CELL_URLS.map(ofEdge).join(',')}`)
}
