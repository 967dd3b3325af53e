import { addressesOfRoles } from '@bollard/database/roles'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { findEncryptionKey } from '../supervise/keep-secrets.ts'

/** Prints how a machine that answers widgets alone signs in to the database: all that it may do there is the hot path's. Holds a password. */
export function printEdgeDatabaseUrl(config: Config, say: (line: string) => void): void {
  if (config.DATABASE_URL === undefined)
    throw new StartupFault('DATABASE_URL is not set. The built-in database serves one machine, with ROLE=all.')
  // Only where the owner has no password do those of the roles follow from the key.
  const { password, searchParams } = new URL(config.DATABASE_URL)
  const fallback = password === '' && !searchParams.has('password') ? findEncryptionKey(config) : ''
  say(addressesOfRoles(config.DATABASE_URL, fallback).bollard_edge)
}
