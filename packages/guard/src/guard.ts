import { randomBytes } from 'node:crypto'
import { createDecisionIds, type Decision, mergeParts, protect, reason } from '@bollard/decisions'
import type { Answer, Verdict, Visit } from '@bollard/gateway'
import { createMemoryStore, type Ending, type GuardedStore, type MemoryStore, otherMethods } from '@bollard/limits'
import type { NetworkData } from '@bollard/network-data'
import { createAnswerSizes } from './answer-sizes.ts'
import { factsOf, lookUpOnce } from './facts-of.ts'
import { type Judged, partsOf } from './judge-visit.ts'
import { answerVisit, headersOf } from './page/answer-visit.ts'
import { type CaptchaPort, createOwnPages, type OwnPagesOptions } from './page/own-pages.ts'
import { ownFolder } from './page/pages.ts'
import { createPasses } from './pass/passes.ts'
import { createSeals } from './pass/seals.ts'
import { networkOf } from './pass/visitor.ts'
import { ShortMemory } from './pass/short-memory.ts'
import { isControl, softened } from './control-group.ts'
import {
  type CompiledFile,
  type CompiledPolicy,
  type CompiledSite,
  compilePolicy,
  type RulesOf,
} from './policy/compile-policy.ts'
import type { TriedSide } from './policy/compile-rules.ts'
import type { GatewayPolicy } from './policy/schema.ts'
import { type Identify, identifyByName, type Program } from './program.ts'
import { isStaticFile } from './static-file.ts'

/** What was decided about one request, for those who count and log. */
export interface Reported {
  readonly decision: Decision
  /** What it would have been if no part were a dry run. */
  readonly wouldBe: Decision['conclusion']
  readonly visit: Visit
  /** First host of the site. */
  readonly site: string
  /** Name of the policy. */
  readonly policy: string
  readonly program: Program | null
  readonly isProbe: boolean
  /** Whether the visitor was challenged in place of a denial, so that mistakes can be counted. */
  readonly control: boolean
  /** Limiters of the dashboard that are being changed, and the side of the change that the visitor met. */
  readonly tried: readonly TriedSide[]
  /** Names the pass that the visitor had; null for none. */
  readonly pass: string | null
  /**
   * Bytes that the site did not have to send, by what it sends on average to such requests: of refusals alone, since a challenge may still
   * be solved. Null where nothing is known.
   */
  readonly savedBytes: number | null
  /** Version of what the dashboard says; null where nothing is known of one. */
  readonly rulesVersion: number | null
  readonly now: number
}

export interface GuardOptions {
  readonly policy: GatewayPolicy
  /** At least 32 bytes. Signs what visitors carry, and keys of limits hang on it. The same for all gateways of a site. */
  readonly secret: Uint8Array
  readonly captcha: CaptchaPort
  /** Counts; default: in the memory of this process. */
  readonly store?: MemoryStore | GuardedStore
  /** Null: networks tell nothing of their kind, operator and country. */
  readonly networkData: NetworkData | null
  /** Default: by the name in the user agent, which verifies nothing. */
  readonly identify?: Identify
  /** Whether the owner's own monitoring asks, and has proved it. Default: nobody does. */
  readonly isProbe?: (visit: Visit) => boolean
  /** Told of every decision. Must not throw. */
  readonly report: (reported: Reported) => void
  /**
   * Told what became of each request that was reported, by the id of its decision, once the site begins its answer: null for a status that
   * nobody saw. Must not throw.
   */
  readonly onEnded?: (id: string, ending: Ending, status: number | null) => void
  /** Default: there are no dashboards. */
  readonly rulesOf?: RulesOf
  readonly onPass?: OwnPagesOptions['onPass']
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

export interface Guard {
  /** For `createGateway`. */
  readonly decide: (visit: Visit) => Verdict | Promise<Verdict>
  /**
   * Another file from now on. Counts, standings, passes and traps stay; what is under way ends as it began. `trustedProxies` stay those of
   * the start. Throws a LimitFault for rules that nothing can be counted by.
   */
  configure(policy: GatewayPolicy, rulesOf?: RulesOf): void
  /** How much is remembered, which is bounded. */
  readonly figures: () => { readonly passes: number; readonly trapped: number }
}

/** How long a decision may take, in milliseconds; what is late counts as its owner chose. */
const budgetMs = 250
const trappedMax = 100_000
/** Networks whose tries at our own pages are counted. */
const ownKeysMax = 20_000

/** Decides about every request by one file. */
export function createGuard(options: GuardOptions): Guard {
  const { secret, captcha, networkData, identify = identifyByName, isProbe = () => false, report } = options
  const { now = Date.now, onPass = () => undefined, onEnded = () => undefined, rulesOf = () => null } = options
  const counts = { secret, store: options.store ?? createMemoryStore() }
  const seals = createSeals(secret)
  const passes = createPasses(seals)
  const trapped = new ShortMemory<true>(trappedMax)
  const sizes = createAnswerSizes()
  const idAt = createDecisionIds(randomBytes)
  const newId = () => idAt(now())
  const ownStore = createMemoryStore({ keysMax: ownKeysMax })
  const ownPages = createOwnPages({ seals, passes, captcha, secret, store: ownStore, newId, onPass })
  // The gateway that asks believes these proxies, and for as long.
  const { trustedProxies } = options.policy
  const compile = (policy: GatewayPolicy, rules: RulesOf): CompiledFile =>
    compilePolicy(policy, { ...counts, trustedProxies, rulesOf: rules })
  let file = compile(options.policy, rulesOf)

  function judge(visit: Visit, site: CompiledSite, policy: CompiledPolicy): Verdict | Promise<Verdict> {
    const at = now()
    const id = idAt(at)
    const network = lookUpOnce(networkData, visit.address)
    const secure = isSecure(visit, site)
    const pass = passes.find(visit, secure, at)
    const facts = factsOf(visit, network, pass?.id ?? null)
    const chosen = site.dashboard?.choose(visit, networkOf(visit.address)) ?? null
    const solved = policy.hasLadder || chosen?.hasLadder === true ? (pass?.solved ?? null) : null
    if (pass !== null && solved !== null) passes.useCredit(pass, at)
    const request = { now: at, id, solved }
    const calls = [policy.limiters.limit(facts, request)]
    if (chosen !== null) calls.push(chosen.limiters.limit(facts, request))
    const end = (ending: Ending): void => {
      const endedAt = now()
      for (const call of calls) void call.end(ending, endedAt)
    }
    let isTold = false
    const tell = (ending: Ending, status: number | null): void => {
      if (!isTold) onEnded(id, ending, status)
      isTold = true
    }
    const found: { program: Program | null; isProbe: boolean } = { program: null, isProbe: false }
    const judged: Judged = {
      visit,
      file,
      site,
      policy,
      pass,
      facts,
      network,
      isSecure: secure,
      throughProxy: site.isProxy(visit.request.socket.remoteAddress),
      now: at,
      calls,
      trapped,
      identify,
      isProbe,
      program: () => found.program,
      note: (more) => void Object.assign(found, more),
    }
    const conclude = (merged: Decision): Verdict => {
      const control = isInControl(merged, site, visit, at)
      const decision = withoutCaptcha(control ? softened(merged, pass !== null) : merged, site)
      const answer =
        decision.conclusion === 'ALLOW' ? null : answerVisit({ visit, site, policy, decision, seals, now: at })
      report({
        decision,
        wouldBe: control ? 'DENY' : wouldBe(decision),
        visit,
        site: nameOf(site),
        policy: policy.policy.name,
        program: found.program,
        isProbe: found.isProbe,
        control,
        tried: chosen?.tried ?? [],
        pass: pass?.id ?? null,
        savedBytes: answer === null ? null : savedBy(decision, visit, answer),
        rulesVersion: site.dashboard?.rules.version ?? null,
        now: at,
      })
      if (answer !== null) {
        end('REFUSED')
        tell('REFUSED', null)
        return answer
      }
      return {
        pass: true,
        requestHeaders: headersForSite(decision, found.program, site.trapLinks?.pathAt(at) ?? null),
        answerHeaders: headersOf(decision),
        onHead: (status) => tell(endingOf(status, policy), status),
        onEnd(status, bytes) {
          if (status !== null && !visit.isUpgrade) sizes.note(visit, bytes)
          const ending = endingOf(status, policy)
          end(ending)
          tell(ending, status)
        },
      }
    }
    const decided = protect(partsOf(judged), { id, budgetMs })
    // Mostly at once, and then nothing between the request and the site waits for a turn.
    return decided instanceof Promise ? decided.then(conclude) : conclude(decided)
  }

  function savedBy({ conclusion }: Decision, visit: Visit, { body = '' }: Answer): number | null {
    if (conclusion === 'CHALLENGE') return null
    const average = sizes.averageFor(visit)
    return average === null ? null : Math.max(0, Math.round(average) - Buffer.byteLength(body))
  }

  /** A denial stays one while nobody could solve what would take its place. */
  function isInControl(
    { conclusion }: Decision,
    { dashboard, captcha: chosen }: CompiledSite,
    { address }: Visit,
    at: number,
  ) {
    if (conclusion !== 'DENY' || dashboard === null || chosen === null || captcha.isAway(chosen)) return false
    return isControl(dashboard.rules, { secret, visitor: networkOf(address), now: at })
  }

  /** While nobody can solve a challenge, its owner may have chosen that requests pass. It is told, and counted. */
  function withoutCaptcha(decision: Decision, { captcha: chosen }: CompiledSite): Decision {
    if (decision.conclusion !== 'CHALLENGE' || chosen === null) return decision
    if (chosen.whenAway === 'REFUSE' || !captcha.isAway(chosen)) return decision
    const away = { ...reason('captcha-away-open', 0), part: 'captcha' }
    return { ...decision, conclusion: 'ALLOW', challenge: null, failedOpen: true, reasons: [...decision.reasons, away] }
  }

  return {
    decide(visit) {
      const site = file.siteOf.get(visit.host)
      if (site === undefined) return { pass: true, requestHeaders: none }
      if (visit.path === ownFolder || visit.path.startsWith(`${ownFolder}/`))
        return visit.isUpgrade ? refuseUpgrade : ownPages({ visit, site, isSecure: isSecure(visit, site), now: now() })
      const policy = policyFor(site, visit.method, visit)
      // Asked for by one method and answered by another: what is decided has to hold for both.
      for (const other of otherMethods(visit)) if (isOtherwise(site, visit, other, policy)) return refuseOverride
      if (policy === undefined || (policy.passesStaticFiles && isStaticFile(visit.method, visit.path)))
        return { pass: true, requestHeaders: none }
      return judge(visit, site, policy)
    },
    configure(policy, rules = () => null) {
      file = compile(policy, rules)
    },
    figures: () => ({ passes: passes.size(), trapped: trapped.size }),
  }
}

/** What only a gateway says to a site: what a visitor sends by these names never gets there. */
const none = {
  'bollard-decision': null,
  'bollard-conclusion': null,
  'bollard-bot': null,
  'bollard-probe': null,
  'bollard-trap': null,
} as const

const refuseUpgrade: Answer = { pass: false, status: 404, body: 'not-found\n' }
const refuseOverride: Answer = {
  pass: false,
  status: 400,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'method-ambiguous\n',
}

function policyFor({ policies }: CompiledSite, method: string, { path }: Visit): CompiledPolicy | undefined {
  return policies.find(({ fits }) => fits(method, path))
}

/** Whether by another method another policy, or other limiters of the dashboard, would be for a request. */
function isOtherwise(site: CompiledSite, visit: Visit, method: string, policy: CompiledPolicy | undefined): boolean {
  if (policyFor(site, method, visit) !== policy) return true
  if (site.dashboard === null) return false
  const network = networkOf(visit.address)
  return site.dashboard.choose({ ...visit, method }, network) !== site.dashboard.choose(visit, network)
}

function headersForSite(
  { id, conclusion }: Decision,
  program: Program | null,
  trap: string | null,
): Record<string, string | null> {
  // Written out: this is made for every request.
  return {
    'bollard-decision': id,
    'bollard-conclusion': conclusion,
    'bollard-bot': program?.verified === true ? program.name : null,
    'bollard-probe': none['bollard-probe'],
    'bollard-trap': trap,
  }
}

/** Whether the visitor came by HTTPS, as a declared proxy tells or we know. */
function isSecure({ isEncrypted, headers, request }: Visit, { isProxy }: CompiledSite): boolean {
  return isProxy(request.socket.remoteAddress) ? headers['x-forwarded-proto'] === 'https' : isEncrypted
}

/** What became of a request that reached the site. */
function endingOf(status: number | null, { policy: { failures } }: CompiledPolicy): Ending {
  // A visitor who leaves before the answer has tried all the same.
  if (status === null) return 'FAILURE'
  if (failures !== undefined) return failures.includes(status) ? 'FAILURE' : 'SUCCESS'
  // What the site did wrong is nobody's failure.
  if (status >= 500) return 'REFUSED'
  return status >= 400 ? 'FAILURE' : 'SUCCESS'
}

function wouldBe({ parts, conclusion }: Decision): Decision['conclusion'] {
  if (!parts.some(({ state }) => state === 'DRY_RUN')) return conclusion
  return mergeParts(parts.map((part) => (part.state === 'DRY_RUN' ? { ...part, state: 'RUN' } : part))).conclusion
}

function nameOf({ site }: CompiledSite): string {
  return site.hosts[0] ?? ''
}
