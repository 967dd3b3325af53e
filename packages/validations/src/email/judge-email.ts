import { type FieldVerdict, type Finding, verdictOf } from '../verdict.ts'
import { boxOf } from './aliases.ts'
import { findMail, type MailResolver } from './find-mail.ts'
import { readEmail } from './read-email.ts'
import { suggestDomain } from './suggest-domain.ts'

/** Whether a domain hands out addresses that end within hours; null where it cannot be told, such as by lists that are too old. */
export type DisposableSource = (domain: string) => {
  readonly isDisposable: boolean
  /** The lists that say so, each with its date. */
  readonly sources: readonly string[]
} | null

export interface EmailOptions {
  /** Without one, nothing is said of whether the domain takes mail. */
  readonly resolver?: MailResolver
  /** Milliseconds that name servers have; default 1,500. */
  readonly timeoutMs?: number
  readonly disposable?: DisposableSource
  /** What the owner thinks of addresses of a role, such as info@; default 'TAKE'. */
  readonly roles?: 'TAKE' | 'FLAG'
}

/** Boxes that belong to a task and no person (RFC 2142, and those in common use). */
const roles = new Set([
  'abuse',
  'admin',
  'administrator',
  'billing',
  'contact',
  'help',
  'hostmaster',
  'info',
  'kontakt',
  'mail',
  'marketing',
  'no-reply',
  'noreply',
  'office',
  'postmaster',
  'root',
  'sales',
  'security',
  'support',
  'team',
  'webmaster',
])

/**
 * An address for mail: whether it can be one, whether its domain takes mail, and what a reader of it should know. The normalised value is the
 * box that it reaches; a suggestion is made only where the domain takes no mail, or where nobody could be asked.
 */
export async function judgeEmail(typed: string, options: EmailOptions = {}): Promise<FieldVerdict> {
  const email = readEmail(typed)
  if (typeof email === 'string') return verdictOf([{ code: email, outcome: 'FAIL', weight: 100 }])
  const { resolver, timeoutMs = 1_500, disposable } = options
  const findings: Finding[] = []
  const mail = resolver === undefined ? null : await findMail(email.domain, resolver, timeoutMs)
  if (mail?.is === 'NONE')
    findings.push({
      code: mail.isRefused ? 'email-domain-refuses-mail' : 'email-domain-without-mail',
      outcome: 'FAIL',
      weight: 100,
      detail: { domain: email.domain },
    })
  if (mail?.is === 'UNKNOWN') findings.push({ code: 'email-domain-not-asked', outcome: 'UNKNOWN', weight: 0 })
  if (disposable !== undefined) findings.push(...judgeDisposable(email.domain, disposable))
  if (options.roles === 'FLAG' && roles.has(email.local.toLowerCase()))
    findings.push({ code: 'email-role', outcome: 'FLAG', weight: 10, detail: { role: email.local.toLowerCase() } })
  const domain = mail?.is === 'TAKEN' ? null : suggestDomain(email.domain)
  return verdictOf(findings, {
    normalized: boxOf(email),
    ...(domain !== null && { suggestion: `${email.local}@${domain}` }),
  })
}

function judgeDisposable(domain: string, source: DisposableSource): Finding[] {
  const known = source(domain)
  if (known === null) return [{ code: 'email-disposable-unknown', outcome: 'UNKNOWN', weight: 0 }]
  if (!known.isDisposable) return []
  return [{ code: 'email-disposable', outcome: 'FLAG', weight: 50, detail: { domain, sources: known.sources } }]
}
