import { createHash } from 'node:crypto'
import type { Actor } from '@bollard/access'
import { hourMs } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { rateLimited } from '@bollard/http'
import { writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { rateLimits } from '../rate-limits.ts'

/** How long a link works. */
const linkHours = 24
const {
  confirmationPause: pause,
  confirmationMailsToAddress: toAddress,
  confirmationMailsOfAccount: ofAccount,
} = rateLimits

type AskingContext = Pick<BillingContext, 'enqueueMail' | 'dashboardUrl' | 'newToken'>

interface Asking {
  readonly actor: Actor
  readonly emails: readonly string[]
  readonly at: Date
}

/** What the database stores of a token: 256 random bits need no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The address of the actor's own account is already confirmed. */
export async function confirmOwnEmail(tx: Queries, { userId, email, emailVerified }: Actor, at: Date): Promise<void> {
  if (emailVerified) await tx.query('billing-email-own', confirmSql, [userId, email.toLowerCase(), at])
}

/**
 * Asks by mail whoever reads these addresses, in the transaction that named them. Those who have been asked within a day, or too
 * often, are left out: what was to be saved is saved, and the mail can be asked for later.
 */
export async function askNewEmails(tx: Queries, context: AskingContext, { emails, ...asking }: Asking): Promise<void> {
  for (const email of await inTurn(tx, asking.actor, emails)) {
    const { last, isFull } = await sentTo(tx, asking, email)
    const isAsked = last !== null && last.getTime() + linkHours * hourMs > asking.at.getTime()
    if (!isAsked && !isFull) await ask(tx, context, { ...asking, email })
  }
}

/** Sends the mails again. Throws `rate-limited` with the time to wait. */
export async function askEmailsAgain(
  tx: Queries,
  context: AskingContext,
  { emails, ...asking }: Asking,
): Promise<void> {
  for (const email of await inTurn(tx, asking.actor, emails)) {
    const { last, isFull } = await sentTo(tx, asking, email)
    const waitSeconds = last === null ? 0 : pause.seconds - (asking.at.getTime() - last.getTime()) / 1000
    if (isFull) throw rateLimited(toAddress, toAddress.seconds)
    if (waitSeconds > 0) throw rateLimited(pause, waitSeconds)
    await ask(tx, context, { ...asking, email })
  }
}

/** Serializes requests of one account and to one address. Locks are taken in a fixed order, so that two requests never deadlock. */
async function inTurn(tx: Queries, { userId }: Actor, emails: readonly string[]): Promise<string[]> {
  const sorted = [...new Map(emails.map((email) => [email.toLowerCase(), email])).values()].toSorted((a, b) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  )
  for (const key of [userId, ...sorted.map((email) => email.toLowerCase())])
    await tx.query(
      'billing-email-turn',
      `select pg_advisory_xact_lock(hashtextextended('billing.confirm ' || $1, 0))`,
      [key],
    )
  return sorted
}

/** When this account last asked there, and whether the hourly limit of the address or the account is reached. */
async function sentTo(
  tx: Queries,
  { actor, at }: Omit<Asking, 'emails'>,
  email: string,
): Promise<{ last: Date | null; isFull: boolean }> {
  const since = new Date(at.getTime() - toAddress.seconds * 1000)
  const [row] = await tx.query('billing-email-sent', sentSql, [actor.userId, email.toLowerCase(), since])
  if (row === undefined) throw new Error('A count is always there')
  return { last: row.last, isFull: row.toEmail >= toAddress.limit || row.byUser >= ofAccount.limit }
}

async function ask(
  tx: Queries,
  context: AskingContext,
  { actor, email, at }: Omit<Asking, 'emails'> & { readonly email: string },
): Promise<void> {
  const { language } = actor
  const token = context.newToken()
  const expiresAt = new Date(at.getTime() + linkHours * hourMs)
  await tx.query('billing-email-ask', askSql, [hashToken(token), actor.userId, email.toLowerCase(), at, expiresAt])
  // Behind the `#` no server gets to see it, and no program that looks at links can use it up.
  const link = `${context.dashboardUrl}/${language}/confirm-invoice-address#token=${token}`
  const mail = writeMail('invoice-address-confirm', {
    language,
    to: email,
    givenName: '',
    values: { link, account: actor.email },
  })
  await context.enqueueMail(tx, mail)
}

const confirmSql = 'insert into billing.confirmed_emails values ($1, $2, $3) on conflict do nothing'
const askSql = 'insert into billing.email_confirmations values ($1, $2, $3, $4, $5)'
const sentSql = `select billing.confirmations_to($2, $3) as "toEmail",
  (select max(created_at) from billing.email_confirmations where user_id = $1 and email = $2) as last,
  (select count(*)::int from billing.email_confirmations where user_id = $1 and created_at > $3) as "byUser"`
