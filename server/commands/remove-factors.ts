import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { useAuditKey } from '@bollard/audit'
import type { Database } from '@bollard/database'
import type { ProtectedAccount, removeFactorsByOperator } from '@bollard/identity-service'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { findEncryptionKey } from '../supervise/keep-secrets.ts'
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
  const { email, yes } = readArgs(args)
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

function readArgs(args: readonly string[]): { email: string; yes: boolean } {
  try {
    const { email = '', yes = false } = parseArgs({
      args: [...args],
      options: { email: { type: 'string' }, yes: { type: 'boolean' } },
    }).values
    if (email !== '') return { email, yes }
  } catch (error) {
    throw new StartupFault(
      `${error instanceof Error ? error.message : String(error)}\nUsage: npm start -- ${removeFactorsUsage}`,
      { cause: error },
    )
  }
  throw new StartupFault(`Usage: npm start -- ${removeFactorsUsage}`)
}

function describe({ email, isAdmin, totpConfirmedAt, passkeys, recoveryCodesLeft }: ProtectedAccount): string {
  const app = totpConfirmedAt === null ? 'no authenticator app' : 'an authenticator app'
  const who = isAdmin ? `${email}, an administrator,` : email
  return `${who} has ${app}, ${passkeys} passkeys and ${recoveryCodesLeft} recovery codes. Make sure that it is really they who ask.`
}

/** The answer, or nothing where the input ends. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  const answer = await Promise.race([lines.question(question), ended])
  lines.close()
  return answer.trim().toLowerCase()
}

/** The server sends it, now or when it starts the next time. */
function enqueueWith(
  mail: typeof import('@bollard/mail'),
  db: Database,
  config: Config,
): Parameters<typeof removeFactorsByOperator>[0]['enqueueMail'] {
  const outbox = mail.createOutbox(
    db,
    config.SMTP_URL
      ? mail.createSmtpTransport(config.SMTP_URL, config.MAIL_FROM)
      : mail.createMailbox(db, { from: config.MAIL_FROM }),
  )
  return (tx, letter, key) => outbox.enqueue(tx, letter, key)
}
