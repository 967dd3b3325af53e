import type { Crawler } from '../catalogue/crawler.ts'
import { actionFor, type CrawlerPolicy } from '../policy/crawler-policy.ts'
import { isAllowed, readRobots, type Robots, rulesFor } from './read-robots.ts'

/** What a site's own rules say against its policy. They are never changed: people decide which of the two is meant. */
export interface RobotsConflict {
  /**
   * `ALLOWED_THOUGH_DENIED`: the file lets a crawler fetch what the gateway refuses it. `DISALLOWED_THOUGH_ALLOWED`: the file
   * keeps a crawler away that the policy lets pass. `MARK_WITHOUT_END`: the end of our block is gone, so nothing was replaced.
   */
  readonly code: 'ALLOWED_THOUGH_DENIED' | 'DISALLOWED_THOUGH_ALLOWED' | 'MARK_WITHOUT_END'
  /** As robots.txt names it; "" for a mark. */
  readonly agent: string
  /** Of the text that is returned, from 1. */
  readonly line: number
}

export interface RobotsText {
  readonly text: string
  readonly conflicts: readonly RobotsConflict[]
}

export interface RobotsOptions {
  readonly policy: CrawlerPolicy
  readonly crawlers: readonly Crawler[]
  /** The site's own robots.txt, "" where it has none. It is kept word by word. */
  readonly existing?: string
  /** Its whole address. */
  readonly sitemap?: string
  /** Paths that no crawler may follow, such as that of trap links. */
  readonly traps?: readonly string[]
}

/** A setting with which no robots.txt can be written. `field` is its name. */
export class RobotsFault extends Error {
  readonly code: 'NOT_AN_ADDRESS' | 'NOT_A_PATH'
  readonly field: string

  constructor(code: RobotsFault['code'], fieldName: string) {
    super(`${code}: ${fieldName}`)
    this.code = code
    this.field = fieldName
  }
}

const begin = '# BEGIN Bollard: crawlers that this site refuses. Lines up to END are written anew.'
const end = '# END Bollard'

/**
 * Keeps a site's robots.txt in line with its policy: crawlers that are refused are told so there too. Our groups are in a block of
 * their own, which is replaced when it is written again; crawlers join groups with the same name (RFC 9309, 2.2.1).
 *
 * @throws RobotsFault
 */
export function robotsText({ policy, crawlers, existing = '', sitemap, traps = [] }: RobotsOptions): RobotsText {
  for (const path of traps) if (!/^\/[\u0021-\u007e]*$/u.test(path)) throw new RobotsFault('NOT_A_PATH', 'traps')
  if (sitemap !== undefined && !isWebAddress(sitemap)) throw new RobotsFault('NOT_AN_ADDRESS', 'sitemap')
  const { own, markLine } = withoutBlock(existing)
  const before = readRobots(own)
  const named = tokensBy(policy, crawlers)
  const lines = [
    begin,
    ...groupOf(named.denied, ['/']),
    // Who has a group of its own doesn't read that for all others.
    ...(traps.length > 0 ? groupOf([...othersNamed(before, named.denied), '*'], traps) : []),
    ...(sitemap === undefined || before.sitemaps.includes(sitemap) ? [] : [`Sitemap: ${sitemap}`]),
    end,
  ]
  const separator = own === '' || own.endsWith('\n') ? '' : '\n'
  const text = lines.length === 2 ? own : `${own}${separator}${lines.join('\n')}\n`
  const mark = markLine === null ? [] : [{ code: 'MARK_WITHOUT_END', agent: '', line: markLine } as const]
  return { text, conflicts: [...mark, ...conflictsIn(text, named)] }
}

interface Tokens {
  readonly denied: readonly string[]
  readonly allowed: readonly string[]
}

function tokensBy(policy: CrawlerPolicy, crawlers: readonly Crawler[]): Tokens {
  const tokens = {
    DENY: new Map<string, string>(),
    ALLOW: new Map<string, string>(),
    CHALLENGE: new Map<string, string>(),
  }
  for (const crawler of crawlers) {
    const action = crawler.token === null ? null : actionFor(policy, crawler)
    if (crawler.token !== null && action !== null) tokens[action].set(crawler.token.toLowerCase(), crawler.token)
  }
  // Two entries can share a name, such as a crawler's older and newer form; the one that passes counts.
  const denied = [...tokens.DENY].filter(([token]) => !tokens.ALLOW.has(token)).map(([, written]) => written)
  return { denied: denied.sort(), allowed: [...tokens.ALLOW.values()].sort() }
}

function groupOf(agents: readonly string[], paths: readonly string[]): string[] {
  if (agents.length === 0) return []
  return [...agents.map((agent) => `User-agent: ${agent}`), ...paths.map((path) => `Disallow: ${path}`), '']
}

function othersNamed({ groups }: Robots, denied: readonly string[]): string[] {
  const known = new Set(['*', '', ...denied.map((agent) => agent.toLowerCase())])
  const others = groups.flatMap(({ agents }) => agents).filter((agent) => !known.has(agent.toLowerCase()))
  return [...new Set(others)].sort()
}

/** The text without our block, and the line where one begins that has no end. */
function withoutBlock(text: string): { own: string; markLine: number | null } {
  const from = text.indexOf('# BEGIN Bollard')
  if (from === -1 || (from > 0 && text[from - 1] !== '\n')) return { own: text, markLine: null }
  const to = text.indexOf(end, from)
  if (to === -1) return { own: text, markLine: text.slice(0, from).split('\n').length }
  const rest = text.slice(to + end.length).replace(/^\r?\n/u, '')
  return { own: text.slice(0, from) + rest, markLine: null }
}

/** Reads what was written as a crawler does: a rule of the site's own that is longer than ours would still let it in. */
function conflictsIn(text: string, { denied, allowed }: Tokens): RobotsConflict[] {
  const robots = readRobots(text)
  const letIn = denied.flatMap((agent) =>
    rulesFor(robots, agent)
      .filter(({ allows, pattern }) => allows && pattern !== '')
      .map(({ line }) => ({ code: 'ALLOWED_THOUGH_DENIED', agent, line }) as const),
  )
  const keptOut = allowed.flatMap((agent) => {
    if (isAllowed(robots, agent, '/')) return []
    const line =
      rulesFor(robots, agent).find(({ allows, pattern }) => !allows && /^\/?\*?\$?$/u.test(pattern))?.line ?? 1
    return isNamed(robots, agent) ? [{ code: 'DISALLOWED_THOUGH_ALLOWED', agent, line } as const] : []
  })
  return [...letIn, ...keptOut]
}

/** A rule for all others names nobody in particular, and is no slip. */
function isNamed({ groups }: Robots, agent: string): boolean {
  return groups.some(({ agents }) => agents.some((name) => name.toLowerCase() === agent.toLowerCase()))
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/u.test(url.protocol) && /^[\u0021-\u007e]+$/u.test(text)
}
