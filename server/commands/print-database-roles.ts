import { addressesOfRoles, printRoles } from '@bollard/database/roles'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { keepSecrets } from '../supervise/keep-secrets.ts'

/**
 * Prints the statements that make the roles of the database, for an administrator of a server whose owner of DATABASE_URL may not make
 * roles. They hold no password, only what passwords are checked against.
 */
export function printDatabaseRoles(config: Config, say: (line: string) => void): void {
  if (config.DATABASE_URL === undefined)
    throw new StartupFault('DATABASE_URL is not set. The built-in database makes its roles by itself.')
  const { encryptionKey } = keepSecrets(config)
  say(printRoles(addressesOfRoles(config.DATABASE_URL, encryptionKey)))
  for (const [index, url] of config.CELL_URLS.entries()) {
    say(`-- On the server of cell ${index + 1}:`)
    say(printRoles(addressesOfRoles(url, encryptionKey)))
  }
}
