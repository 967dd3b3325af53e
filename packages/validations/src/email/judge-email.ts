import { type FieldVerdict, type Finding, found, verdictOf } from '../verdict.ts'
import { judgeHost } from '../links/links.ts'
import { boxOf } from './aliases.ts'
import type { DisposableSource } from './disposable.ts'
import { findMail, type MailResolver } from './find-mail.ts'
import { readEmail } from './read-email.ts'
import { suggestDomain } from './suggest-domain.ts'

export interface EmailOptions {
  /** Without one, nothing is said of whether the domain takes mail. */
  readonly resolver?: MailResolver
  /** Milliseconds that name servers have; default 1,500. */
  readonly timeoutMs?: number
  readonly disposable?: DisposableSource
  /** Domains that others may want to be taken for, such as the owner's own. */
  readonly protectedDomains?: readonly string[]
  /** What the owner thinks of addresses of a role, such as info@; default 'TAKE'. */
  readonly roles?: 'TAKE' | 'FLAG'
  /** Tells whether a box, as `boxOf` writes it, came before. Where it fails, nothing is said. */
  readonly isKnown?: (box: string) => Promise<boolean>
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
 * An address for mail: whether it can be one, whether its domain takes mail, and what a reader of it should know. The
 * normalised value is the box that it reaches; a suggestion is made only where the domain takes no mail, or where
 * nobody could be asked.
 */
export async function judgeEmail(typed: string, options: EmailOptions = {}): Promise<FieldVerdict> {
  const email = readEmail(typed)
  if (typeof email === 'string') return verdictOf([found(email)])
  const { resolver, timeoutMs = 1_500, disposable } = options
  const findings: Finding[] = []
  const mail = resolver === undefined ? null : await findMail(email.domain, resolver, timeoutMs)
  if (mail?.is === 'NONE')
    findings.push(
      found(mail.isRefused ? 'email-domain-refuses-mail' : 'email-domain-without-mail', { domain: email.domain }),
    )
  if (mail?.is === 'UNKNOWN') findings.push(found('email-domain-not-asked'))
  const servers = mail?.is === 'TAKEN' ? mail.servers : []
  if (disposable !== undefined) findings.push(...judgeDisposable(email.domain, servers, disposable))
  findings.push(...judgeHost(email.domain, options.protectedDomains))
  const role = email.local.toLowerCase()
  if (options.roles === 'FLAG' && roles.has(role)) findings.push(found('email-role', { role }))
  const box = boxOf(email)
  if (await options.isKnown?.(box).catch(() => false)) findings.push(found('email-seen-before'))
  const domain = mail?.is === 'TAKEN' ? null : suggestDomain(email.domain)
  return verdictOf(findings, {
    normalized: box,
    ...(domain !== null && { suggestion: `${email.local}@${domain}` }),
  })
}

/** Most services of this kind have new domains every week, and the same few servers for all of them. */
function judgeDisposable(domain: string, servers: readonly string[], source: DisposableSource): Finding[] {
  const { isDisposable, sources } = source(domain)
  if (isDisposable === null) return [found('email-disposable-unknown', { sources })]
  if (isDisposable) return [found('email-disposable', { domain, sources })]
  for (const server of servers.slice(0, 5).map((name) => name.toLowerCase().replace(/\.$/u, ''))) {
    const known = source(server)
    if (known.isDisposable === true)
      return [found('email-disposable-server', { domain, server, sources: known.sources })]
  }
  return []
}
