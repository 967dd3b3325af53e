import { decisionHeaders, type Decision } from '@bollard/decisions'
import type { Answer, Visit } from '@bollard/gateway'
import type { Solved } from '@bollard/limits'
import type { Seals } from '../pass/seals.ts'
import { mitigated } from './layout.ts'
import { boundTo } from '../pass/visitor.ts'
import type { CompiledPolicy, CompiledSite } from '../policy/compile-policy.ts'
import { challengeActions, type ChallengeFault, challengePage, type PageFacts, refusalPage, type Why } from './pages.ts'
import { textsFor } from './texts.ts'

/** What a page in place of an answer carries, signed: where the visitor wanted to go, and what was asked for. */
export interface Ticket {
  readonly id: string
  /** A path with its query, on the same host. */
  readonly to: string
  readonly level: Solved
  /** A form was sent, and has to be sent again. */
  readonly isResend: boolean
  /** Name of the policy. */
  readonly policy: string
}

const ticketPurpose = 'challenge'
/** How long a challenge page is good for. */
const ticketMs = 15 * 60_000
/** Seconds that a visitor without scripts waits. */
export const waitSeconds = 20

export function sealTicket(seals: Seals, visit: Visit, ticket: Ticket, now: number): string {
  return seals.seal(ticketPurpose, boundTo(visit), { ...ticket, until: now + ticketMs }, now)
}

/** Null for a ticket that is not ours, is over, or was another visitor's. */
export function openTicket(seals: Seals, visit: Visit, text: string, now: number): Ticket | null {
  // It was signed here, so it is what was written.
  return seals.open(ticketPurpose, boundTo(visit), text, now) as Ticket | null
}

/**
 * The path of a target that a browser can be sent to without leaving the host: `//elsewhere.example/` and `/\elsewhere.example/` would lead
 * away.
 */
export function ownPath(target: string): string {
  return target.replace(/^[/\\]+/u, '/')
}

/** Whether somebody reads the answer, as opposed to a program or the script of a page. */
export function wantsPage({ headers, isUpgrade, method }: Visit): boolean {
  if (isUpgrade || !['GET', 'HEAD', 'POST'].includes(method)) return false
  const { 'sec-fetch-dest': wanted = 'document' } = headers
  return (headers.accept ?? '').includes('text/html') && /^(?:document|i?frame)$/u.test(String(wanted))
}

export interface Answered {
  readonly visit: Visit
  readonly site: CompiledSite
  readonly policy: CompiledPolicy
  readonly decision: Decision
  readonly seals: Seals
  readonly now: number
}

/** The answer to a request that does not pass: a page to people, and JSON (RFC 9457) to programs. */
export function answerVisit(answered: Answered): Answer {
  const { visit, site, decision, now } = answered
  const headers = headersOf(decision)
  if (!wantsPage(visit)) return problemOf(decision, headers)
  const facts = { ...pageFacts(visit, site, decision.id, now), headers }
  if (decision.conclusion === 'CHALLENGE') return challengeOf(answered, facts)
  const { conclusion } = decision
  const retryAfter = headers['retry-after']
  return refusalPage({
    ...facts,
    conclusion: conclusion === 'DENY' ? 'DENY' : 'THROTTLE',
    why: whyOf(decision),
    retryAfter: retryAfter === undefined ? null : Number(retryAfter),
  })
}

const limitFields = [
  ['RateLimit-Policy', 'ratelimit-policy'],
  ['RateLimit', 'ratelimit'],
  ['Retry-After', 'retry-after'],
] as const

/** Header fields of every answer about which something was decided. */
export function headersOf(decision: Decision): Record<string, string> {
  const headers: Record<string, string> = { 'bollard-decision': decision.id }
  const limits = decisionHeaders(decision)
  for (const [name, inLowerCase] of limitFields) {
    const value = limits[name]
    if (value !== undefined) headers[inLowerCase] = value
  }
  return headers
}

export function pageFacts(
  { headers, host }: Visit,
  { site, trapLinks }: CompiledSite,
  decision: string,
  now: number,
): PageFacts {
  const texts = textsFor(headers['accept-language'])
  const trap = trapLinks?.pathAt(now) ?? null
  return { texts, host, decision, contact: site.contact ?? null, headers: { 'bollard-decision': decision }, trap }
}

/** The page with the captcha, for what was asked for. */
function challengeOf({ visit, site, policy, decision, seals, now }: Answered, facts: PageFacts): Answer {
  const level = decision.reasons.some(({ code }) => code === 'ladder-hard-work') ? 'HARD' : 'EASY'
  const isResend = visit.method === 'POST'
  const to = isResend ? refererPath(visit) : ownPath(visit.target)
  const ticket: Ticket = { id: decision.id, to, level, isResend, policy: policy.policy.name }
  return challengeAgain({ visit, site, policy, ticket, seals, now }, facts, null)
}

/** The same page again, for a ticket that is known. */
export function challengeAgain(
  { visit, site, policy, ticket, seals, now }: Omit<Answered, 'decision'> & { readonly ticket: Ticket },
  facts: PageFacts,
  fault: ChallengeFault | null,
): Answer {
  const { captcha } = site
  // `readPolicy` refuses policies that ask for work without a captcha.
  if (captcha === null) throw new Error('a challenge needs a captcha')
  return challengePage({
    ...facts,
    ticket: sealTicket(seals, visit, ticket, now),
    captcha,
    to: ticket.to,
    action: challengeActions[ticket.level],
    isResend: ticket.isResend,
    cookies: policy.policy.pass.cookies,
    waitSeconds: policy.policy.withoutScript === 'WAIT' && ticket.level === 'EASY' ? waitSeconds : null,
    fault,
  })
}

/** The page that a form was sent from, where it was one of this host. */
function refererPath({ headers, host }: Visit): string {
  const { referer = '' } = headers
  if (!URL.canParse(referer)) return '/'
  const { hostname, pathname, search } = new URL(referer)
  return hostname === host ? ownPath(`${pathname}${search}`) : '/'
}

const titles = { CHALLENGE: 'A challenge is needed', THROTTLE: 'Too many requests', DENY: 'Access blocked' } as const
const codes = { CHALLENGE: 'challenge-needed', THROTTLE: 'rate-limited', DENY: 'denied' } as const

function problemOf({ id, conclusion, retryAfterMs }: Decision, headers: Readonly<Record<string, string>>): Answer {
  const about = conclusion === 'ALLOW' ? 'DENY' : conclusion
  const status = about === 'THROTTLE' ? 429 : 403
  const problem = {
    type: 'about:blank',
    title: titles[about],
    status,
    code: codes[about],
    decision: id,
    ...(retryAfterMs !== null && { retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1_000)) }),
  }
  return {
    pass: false,
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      vary: 'accept, accept-language',
      ...(about === 'CHALLENGE' && mitigated),
      ...headers,
    },
    body: `${JSON.stringify(problem)}\n`,
  }
}

function whyOf({ reasons }: Decision): Why {
  const [first] = reasons
  if (first === undefined) return 'other'
  if (first.code.startsWith('program-')) return 'program'
  if (first.code.startsWith('trap')) return 'trap'
  return /^(?:limit-|ladder-)/u.test(first.code) ? 'limit' : 'other'
}
