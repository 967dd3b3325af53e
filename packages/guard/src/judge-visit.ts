import { type Finding, type Part, reason, type ReasonCode } from '@bollard/decisions'
import type { Visit } from '@bollard/gateway'
import type { Facts, LimitedCall } from '@bollard/limits'
import type { NetworkFacts } from '@bollard/network-data'
import type { Pass } from './pass/passes.ts'
import type { ShortMemory } from './pass/short-memory.ts'
import type { CompiledFile, CompiledPolicy, CompiledSite } from './policy/compile-policy.ts'
import type { Identify, Program } from './program.ts'
import { suspicionOf } from './suspicion.ts'

export interface Judged {
  readonly visit: Visit
  readonly file: CompiledFile
  readonly site: CompiledSite
  readonly policy: CompiledPolicy
  readonly pass: Pass | null
  readonly facts: Facts
  readonly network: () => NetworkFacts
  readonly isSecure: boolean
  readonly throughProxy: boolean
  readonly now: number
  /** Of the file's limiters, and of the dashboard's. */
  readonly calls: readonly LimitedCall[]
  readonly trapped: ShortMemory<true>
  readonly identify: Identify
  readonly isProbe: (visit: Visit) => boolean
  /** Which program it is, once that was looked at. */
  readonly program: () => Program | null
  /** Told which program it is, and that it is a probe of the owner's. */
  readonly note: (found: { readonly program?: Program | null; readonly isProbe?: boolean }) => void
}

/** How long somebody who fell into a trap is asked for a challenge. */
const trappedMs = 3_600_000
const nothing: Finding = { conclusion: 'ALLOW', reasons: [] }
/** The visitor has solved the challenge, or waited, for an earlier request. */
const passedBefore: Finding = { ...nothing, cached: true }
const denial = (code: ReasonCode): Finding => ({ conclusion: 'DENY', reasons: [reason(code, 100)] })
const challenge = (code: ReasonCode): Finding => ({ conclusion: 'CHALLENGE', reasons: [reason(code, 50)] })

/** What is looked at, in this order: the owner's monitoring, who always passes, who says that it is a program, traps, limits, and whether a challenge is due. */
export function partsOf(judged: Judged): Part[] {
  const { file, site, policy, facts, now, calls } = judged
  const { dashboard } = site
  const { mode } = policy.policy
  // First, so that probes are counted apart from wherever they come.
  const parts: Part[] = [new VisitPart('probe', 'LIVE', judged, findProbe), file.allowed(facts, now)]
  if (dashboard !== null) parts.push(dashboard.allowed(facts, now))
  parts.push(new VisitPart('program', mode, judged, findProgram))
  if (dashboard !== null) parts.push(new VisitPart('programs', dashboard.rules.programs.mode, judged, findPrograms))
  parts.push(new VisitPart('trap', mode, judged, findTrap))
  for (const call of calls) for (const one of call.parts) parts.push(one)
  parts.push(new VisitPart('challenge', mode, judged, findChallenge))
  return parts
}

/** A class, since a function for each part would be made anew for each request. */
class VisitPart implements Part {
  readonly name: string
  readonly mode: Part['mode']
  readonly onFault = 'ALLOW'
  readonly #judged: Judged
  readonly #find: (judged: Judged) => Finding | Promise<Finding>

  constructor(name: string, mode: Part['mode'], judged: Judged, find: (judged: Judged) => Finding | Promise<Finding>) {
    this.name = name
    this.mode = mode
    this.#judged = judged
    this.#find = find
  }

  run(): Finding | Promise<Finding> {
    return this.#find(this.#judged)
  }
}

function findProbe(judged: Judged): Finding {
  return judged.isProbe(judged.visit) ? noteProbe(judged) : nothing
}

function noteProbe({ note }: Judged): Finding {
  note({ isProbe: true })
  return { conclusion: 'ALLOW', reasons: [reason('probe', 100)], pardons: true }
}

function findProgram(judged: Judged): Finding | Promise<Finding> {
  const found = judged.identify(judged.visit)
  return found instanceof Promise ? found.then((program) => ofProgram(judged, program)) : ofProgram(judged, found)
}

function ofProgram({ policy, pass, note }: Judged, program: Program | null): Finding {
  if (program !== null) note({ program })
  const action = program === null ? undefined : policy.policy.programs[program.purpose]
  if (program === null || action === undefined) return nothing
  if (action === 'DENY') return denial('program-denied')
  if (program.isSpoofed === true) return denial('program-spoofed')
  if (action === 'CHALLENGE') return pass === null ? challenge('program-challenged') : nothing
  // A name that nobody has proved opens nothing.
  if (!program.verified) return { conclusion: 'ALLOW', reasons: [reason('program-unverified', 0)] }
  return { conclusion: 'ALLOW', reasons: [reason('program-welcome', 100)], pardons: true }
}

/**
 * What the dashboard says of programs, where the policy of the file says nothing of their purpose. As everywhere by the dashboard's word,
 * nothing is pardoned: limiters count programs like all others.
 */
function findPrograms({ site, policy, pass, program: whichProgram }: Judged): Finding {
  const rules = site.dashboard?.rules.programs
  const program = whichProgram()
  if (rules === undefined || program === null || policy.policy.programs[program.purpose] !== undefined) return nothing
  const isSpoofed = program.isSpoofed === true
  const action = isSpoofed ? rules.spoofed : rules.answers[program.purpose]
  if (action === 'DENY') return denial(isSpoofed ? 'program-spoofed' : 'program-denied')
  if (action !== 'CHALLENGE' || pass !== null) return nothing
  return challenge(isSpoofed ? 'program-spoofed' : 'program-challenged')
}

function findTrap({ visit, site, pass, trapped, now, program }: Judged): Finding {
  if (program()?.verified === true) return nothing
  const link = site.trapLinks?.read(visit.path, now) ?? null
  // In a page that somebody has kept, a link says nothing of who follows it; there is nothing to see behind it all the same.
  if (link === 'EXPIRED') return denial('trap-expired')
  if (link === 'FRESH' || site.isTrap(visit.path)) {
    if (!wasLed(visit)) trapped.set(trappedKey(visit), true, now + trappedMs, now)
    return denial('trap')
  }
  // Others may share the address, so a solved challenge leads on.
  const isTrapped = trapped.size > 0 && trapped.get(trappedKey(visit), now) === true
  // Found with an earlier request.
  return isTrapped && pass === null ? { ...challenge('trapped-before'), cached: true } : nothing
}

/**
 * Browsers may load a link before anybody has clicked it, and say so. They also say that another site led there, or that a page shows it as
 * an image: otherwise whoever has read the link of the day could have others fall into it.
 */
function wasLed({ headers }: Visit): boolean {
  if (headers['sec-purpose'] !== undefined || headers['purpose'] === 'prefetch') return true
  const { 'sec-fetch-site': from, 'sec-fetch-dest': wanted = 'document' } = headers
  return from === 'cross-site' || from === 'same-site' || !['document', 'empty'].includes(String(wanted))
}

function trappedKey({ host, address, headers }: Visit): string {
  return `${host} ${address} ${headers['user-agent'] ?? ''}`
}

function findChallenge(judged: Judged): Finding {
  const { visit, policy, pass, isSecure, throughProxy, network } = judged
  if (policy.policy.challenge === 'NEVER') return nothing
  if (pass !== null) return passedBefore
  if (policy.policy.challenge === 'ALWAYS') return challenge('challenge-always')
  const { isSuspicious, reasons } = suspicionOf(visit, { isSecure, throughProxy, kind: network().kind })
  return { conclusion: isSuspicious ? 'CHALLENGE' : 'ALLOW', reasons }
}
