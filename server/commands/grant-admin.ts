import { useAuditKey } from '@bollard/audit'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { findEncryptionKey } from '../supervise/keep-secrets.ts'
import { ask, enqueueWith, readAddress } from './of-account.ts'
import { withDatabase } from './with-database.ts'

const grantAdminUsage = 'grant-admin --email <address>'

const refusals = {
  unknown: 'Nobody has confirmed this address, or the account is suspended or about to be deleted.',
  already: 'This is an administrator already.',
  enough: 'There are two administrators or more. They make others one together, in the admin site.',
} as const

/**
 * Makes somebody an administrator where there are not yet two who could do it together. Asks to type the address once more, unless
 * `--yes` stands in for that. Throws a `StartupFault` where it cannot be, or the answer differs.
 */
export async function grantAdmin(config: Config, args: readonly string[], say: (line: string) => void): Promise<void> {
  const { email, yes } = readAddress(args, grantAdminUsage)
  // Loaded here, since this file is read at every start of the program, which needs neither accounts nor mails in this process.
  const [identity, mail] = await Promise.all([import('@bollard/identity-service'), import('@bollard/mail')])
  useAuditKey(findEncryptionKey(config))
  await withDatabase(config, async (db) => {
    if (!yes && (await ask(`Type ${email} to make this person an administrator: `)) !== email.toLowerCase())
      throw new StartupFault('Nothing was changed.')
    const granted = await identity.grantAdminByCommand(
      { db, enqueueMail: enqueueWith(mail, db, config), identityUrl: config.IDENTITY_URL, now: () => new Date() },
      email,
    )
    if (granted !== 'granted') throw new StartupFault(refusals[granted])
    say(`${email} is an administrator. The audit log of the account says so, and its owner gets a mail.`)
    say('They sign in again, with a second factor.')
  })
}
