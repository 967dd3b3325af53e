import type { Answer, AnyRequest, Visit } from '@bollard/gateway'
import { protect } from '@bollard/decisions'
import { createLimiters, type Limiter, type Limiters, type MemoryStore } from '@bollard/limits'
import { factsOf, lookUpOnce } from '../facts-of.ts'
import type { Passes, PassWay } from '../pass/passes.ts'
import type { Seals } from '../pass/seals.ts'
import { ShortMemory } from '../pass/short-memory.ts'
import { boundTo } from '../pass/visitor.ts'
import type { CompiledPolicy, CompiledSite } from '../policy/compile-policy.ts'
import type { CaptchaOf } from '../policy/schema.ts'
import { challengeAgain, openTicket, pageFacts, type Ticket, waitSeconds } from './answer-visit.ts'
import {
  challengeActions,
  type ChallengeFault,
  ownFolder,
  resendPage,
  ticketField,
  tokenField,
  waitingPage,
  deadEndPage,
} from './pages.ts'

/** What came of asking the owner's Bollard about a token. */
export type TokenVerdict = 'PASSED' | 'REFUSED' | 'AWAY'

/** The owner's captcha, which a gateway asks about tokens. */
export interface CaptchaPort {
  /** Only a token of this site key, this action and this host passes, and each once. Must not throw. */
  verify(
    captcha: CaptchaOf,
    token: string,
    expected: { readonly action: string; readonly host: string; readonly address: string },
  ): Promise<TokenVerdict>
  /** Whether it is known that nobody can solve a challenge at the moment. */
  isAway(captcha: CaptchaOf): boolean
}

export interface OwnPagesOptions {
  readonly seals: Seals
  readonly passes: Passes
  readonly captcha: CaptchaPort
  /** For keys of waiting networks, which are no secret to anybody but kept as those of limits are. */
  readonly secret: Uint8Array
  readonly store: MemoryStore
  readonly newId: () => string
  /** Told how a visitor got a pass, or why not. */
  readonly onPass: (way: PassWay | 'REFUSED' | 'EXPIRED' | 'UNAVAILABLE' | 'TOO_MANY') => void
}

export interface Asked {
  readonly visit: Visit
  readonly site: CompiledSite
  readonly isSecure: boolean
  readonly now: number
}

const bodyMax = 16_384
const bodyTimeoutMs = 10_000
const waitPurpose = 'wait'
/** In which time after its wait a visitor has to come back. */
const waitGraceMs = 120_000
/** A pass without a challenge is worth little, and holds as short. */
const waitedPassMs = 30 * 60_000
/** While nobody can verify anything. */
const awayPassMs = 10 * 60_000

/** Each try asks the owner's Bollard. Waiting costs a program nothing but time, so a network gets few passes for it. */
const ownLimit = (id: string, limit: number, everyMs: number): Limiter => ({
  id,
  limit: { kind: 'TOKEN_BUCKET', limit, tokens: limit, everyMs },
  key: [{ from: 'network', v4: 24, v6: 48 }],
  missing: 'SHARE',
  counts: 'BEFORE',
  mode: 'LIVE',
  outage: 'LOCAL',
  ladder: null,
  overrides: [],
})
/** Answers what is below `/.well-known/bollard/`, which no site ever sees. */
export function createOwnPages(options: OwnPagesOptions): (asked: Asked) => Answer | Promise<Answer> {
  const { seals, passes, captcha, secret, store, newId, onPass } = options
  const used = new ShortMemory<true>(200_000)
  const compile = (limiter: Limiter) => createLimiters([limiter], { scope: 'gateway', secret, store })
  const tries = compile(ownLimit('tries', 60, 60_000))
  const waits = compile(ownLimit('waits', 3, 3_600_000))

  async function hasRoom({ visit, now }: Asked, limiters: Limiters): Promise<boolean> {
    const id = newId()
    const { parts } = limiters.limit(factsOf(visit, lookUpOnce(null, ''), null), { now, id })
    return (await protect(parts, { id, budgetMs: 1_000 })).conclusion === 'ALLOW'
  }

  /** The policy of a ticket, which may be gone after a reload. */
  const policyOf = ({ policies }: CompiledSite, ticket: Ticket): CompiledPolicy | undefined =>
    policies.find(({ policy }) => policy.name === ticket.policy)

  async function takePass(asked: Asked): Promise<Answer> {
    const { visit, site, now } = asked
    const form = await readForm(visit.request)
    const ticket = form === null ? null : openTicket(seals, visit, form.get(ticketField) ?? '', now)
    if (form === null || ticket === null) return startAgain(asked, 'EXPIRED')
    const policy = policyOf(site, ticket)
    if (policy === undefined || site.captcha === null) return startAgain(asked, 'EXPIRED')
    if (!(await hasRoom(asked, tries))) {
      onPass('TOO_MANY')
      return deadEndPage({ ...pageFacts(visit, site, ticket.id, now), reason: 'tooMany', to: ticket.to })
    }
    const token = form.get(tokenField) ?? ''
    const expected = { action: challengeActions[ticket.level], host: visit.host, address: visit.address }
    const verdict = token === '' ? 'REFUSED' : await captcha.verify(site.captcha, token, expected)
    const again = (fault: ChallengeFault): Answer =>
      challengeAgain({ visit, site, policy, ticket, seals, now }, pageFacts(visit, site, ticket.id, now), fault)
    if (verdict === 'REFUSED') {
      onPass('REFUSED')
      return again('failed')
    }
    if (verdict === 'AWAY' && site.captcha.whenAway === 'REFUSE') {
      onPass('UNAVAILABLE')
      return again('away')
    }
    const isAway = verdict === 'AWAY'
    return goOn(asked, ticket, policy, {
      way: isAway ? 'AWAY' : 'SOLVED',
      forMs: isAway ? awayPassMs : policy.policy.pass.minutes * 60_000,
    })
  }

  function goOn(
    { visit, site, isSecure, now }: Asked,
    ticket: Ticket,
    { policy }: CompiledPolicy,
    { way, forMs }: { way: PassWay; forMs: number },
  ): Answer {
    onPass(way)
    const solved = way === 'SOLVED' ? ticket.level : null
    const cookie = passes.issue(visit, { way, solved, forMs, cookies: policy.pass.cookies, isSecure }, newId(), now)
    const headers = { 'bollard-decision': ticket.id, ...(cookie !== null && { 'set-cookie': cookie }) }
    if (ticket.isResend) return resendPage({ ...pageFacts(visit, site, ticket.id, now), to: ticket.to, headers })
    return { pass: false, status: 303, headers: { ...headers, location: ticket.to }, body: '' }
  }

  /** The page that was asked for is asked for anew, and challenged anew. */
  function startAgain({ visit, site, now }: Asked, reason: 'EXPIRED'): Answer {
    onPass(reason)
    const id = newId()
    return deadEndPage({ ...pageFacts(visit, site, id, now), reason: 'expired', to: '/' })
  }

  async function beginWait(asked: Asked): Promise<Answer> {
    const { visit, site, now } = asked
    const form = await readForm(visit.request)
    const ticket = form === null ? null : openTicket(seals, visit, form.get(ticketField) ?? '', now)
    const policy = ticket === null ? undefined : policyOf(site, ticket)
    if (ticket === null || policy === undefined || policy.policy.withoutScript === 'NO' || ticket.level === 'HARD')
      return startAgain(asked, 'EXPIRED')
    const from = now + waitSeconds * 1_000
    const claims = { ...ticket, from, until: from + waitGraceMs }
    const waiting = seals.seal(waitPurpose, boundTo(visit), claims, now)
    const to = `${ownFolder}/waited?${ticketField}=${waiting}`
    return waitingPage({ ...pageFacts(visit, site, ticket.id, now), seconds: waitSeconds, to })
  }

  async function endWait(asked: Asked): Promise<Answer> {
    const { visit, site, now } = asked
    const text = new URLSearchParams(visit.target.split('?', 2)[1] ?? '').get(ticketField) ?? ''
    const claims = seals.open(waitPurpose, boundTo(visit), text, now)
    const ticket = claims as unknown as Ticket | null
    const policy = ticket === null ? undefined : policyOf(site, ticket)
    if (claims === null || ticket === null || policy === undefined) return startAgain(asked, 'EXPIRED')
    const facts = pageFacts(visit, site, ticket.id, now)
    if (Number(claims['from']) > now || used.get(ticket.id, now) === true) {
      onPass('EXPIRED')
      return deadEndPage({ ...facts, reason: 'early', to: ticket.to })
    }
    used.set(ticket.id, true, claims.until, now)
    if (!(await hasRoom(asked, waits))) {
      onPass('TOO_MANY')
      return deadEndPage({ ...facts, reason: 'tooMany', to: ticket.to })
    }
    return goOn(asked, ticket, policy, { way: 'WAITED', forMs: waitedPassMs })
  }

  return (asked) => {
    const { method, path } = asked.visit
    if (method === 'POST' && path === `${ownFolder}/pass`) return takePass(asked)
    if (method === 'POST' && path === `${ownFolder}/wait`) return beginWait(asked)
    if (method === 'GET' && path === `${ownFolder}/waited`) return endWait(asked)
    return { pass: false, status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'not-found\n' }
  }
}

/** A form of a few fields; null for anything else, and for one that is larger than ours ever are. */
async function readForm(request: AnyRequest): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\b/iu.test(request.headers['content-type'] ?? '')) return null
  const chunks: Buffer[] = []
  let bytes = 0
  const late = setTimeout(() => request.destroy(), bodyTimeoutMs)
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length
      if (bytes > bodyMax) return null
      chunks.push(chunk as Buffer)
    }
  } catch {
    // The visitor has gone.
    return null
  } finally {
    clearTimeout(late)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
