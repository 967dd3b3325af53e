import { useAuditKey } from '@bollard/audit'
import type { ProtectedAccount } from '@bollard/identity-service'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { findEncryptionKey } from '../supervise/keep-secrets.ts'
import { ask, enqueueWith, readAddress } from './of-account.ts'
import { withDatabase } from './with-database.ts'

const removeFactorsUsage = 'remove-factors --email <address>'

/**
 * Takes all second factors of an account away, for an administrator who has lost them all and has no other way back. Asks to type the
 * address once more, unless `--yes` stands in for that. Throws a `StartupFault` when there is nothing to remove or the answer differs.
 */
export async function removeFactors(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const { email, yes } = readAddress(args, removeFactorsUsage)
  // Loaded here, since this file is read at every start of the program, which needs neither accounts nor mails in this process.
  const [identity, mail] = await Promise.all([import('@bollard/identity-service'), import('@bollard/mail')])
  useAuditKey(findEncryptionKey(config))
  await withDatabase(config, async (db) => {
    const account = await identity.findProtectedAccount({ db }, email)
    if (account === null)
      throw new StartupFault(`Nobody has the address ${email}, or the account has no second factor.`)
    say(describe(account))
    if (!yes && (await ask(`Type ${account.email} to remove them: `)) !== account.email)
      throw new StartupFault('Nothing was removed.')
    const removed = await identity.removeFactorsByOperator(
      { db, enqueueMail: enqueueWith(mail, db, config), identityUrl: config.IDENTITY_URL, now: () => new Date() },
      email,
    )
    if (removed === null) throw new StartupFault('They were removed meanwhile.')
    say(
      `Removed. ${removed.sessionsEnded} sessions ended, the audit log of the account says so, and its owner gets a mail.`,
    )
    say('Sign in with the password, and set up a new factor at once.')
  })
}

function describe({ email, isAdmin, totpConfirmedAt, passkeys, recoveryCodesLeft }: ProtectedAccount): string {
  const app = totpConfirmedAt === null ? 'no authenticator app' : 'an authenticator app'
  const who = isAdmin ? `${email}, an administrator,` : email
  return `${who} has ${app}, ${passkeys} passkeys and ${recoveryCodesLeft} recovery codes. Make sure that it is really they who ask.`
}
