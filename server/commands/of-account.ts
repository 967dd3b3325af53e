import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { Database } from '@bollard/database'
import type { EnqueueMail } from '@bollard/identity-service'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'

/** The account that a command is about, and whether `--yes` stands in for typing its address. Throws a `StartupFault` with the usage. */
export function readAddress(args: readonly string[], usage: string): { email: string; yes: boolean } {
  try {
    const { email = '', yes = false } = parseArgs({
      args: [...args],
      options: { email: { type: 'string' }, yes: { type: 'boolean' } },
    }).values
    if (email !== '') return { email, yes }
  } catch (error) {
    throw new StartupFault(`${error instanceof Error ? error.message : String(error)}\nUsage: npm start -- ${usage}`, {
      cause: error,
    })
  }
  throw new StartupFault(`Usage: npm start -- ${usage}`)
}

/** The answer, or nothing where the input ends. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  const answer = await Promise.race([lines.question(question), ended])
  lines.close()
  return answer.trim().toLowerCase()
}

/** Leaves mails to the server, which sends them now or when it starts the next time. */
export function enqueueWith(mail: typeof import('@bollard/mail'), db: Database, config: Config): EnqueueMail {
  const outbox = mail.createOutbox(
    db,
    config.SMTP_URL
      ? mail.createSmtpTransport(config.SMTP_URL, config.MAIL_FROM)
      : mail.createMailbox(db, { from: config.MAIL_FROM }),
  )
  return (tx, letter, key) => outbox.enqueue(tx, letter, key)
}
