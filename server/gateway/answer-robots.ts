import { catalogue, type Purpose, robotsText } from '@bollard/crawlers'
import type { AskedSite, Gateway, Verdict, Visit } from '@bollard/gateway'
import { createTrapLinks, type GatewayPolicy, type RulesOf, type SitePolicy } from '@bollard/guard'

export interface RobotsOptions {
  /** Trap links hang on it, as those of the guard do. */
  readonly secret: Uint8Array
  /** Asks the site itself; null where it gives no answer. */
  readonly ask: Gateway['ask']
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

export interface Robots {
  /** Other sites from now on, and other rules of their dashboards. */
  configure(sites: GatewayPolicy['sites'], rulesOf: RulesOf): void
  /** The answer where the file wants one of ours; `otherwise` says what becomes of all else, and where the site's own cannot be read. */
  answer(visit: Visit, otherwise: () => Verdict | Promise<Verdict>): Verdict | Promise<Verdict>
}

/** Crawlers read 500 KiB (RFC 9309, 2.5); what is ours needs its part of that. */
const ownBytesMax = 480 * 1_024
const timeoutMs = 5_000
const freshMs = 5 * 60_000
/** So long what was read counts while the site does not answer (RFC 9309, 2.4). */
const keptMs = 86_400_000
/** After a failure, so that not every request asks again. */
const restMs = 10_000
/** Each of at most half a MiB. */
const keptMax = 200

interface Kept {
  /** What the site says; null where nothing is known of it. */
  readonly own: string | null
  readonly readAt: number
  readonly askAgainAt: number
}

/** What crawlers are told, in line with what the policies do with them. Nothing that passes is changed but `/robots.txt` itself. */
export function answerRobots({ secret, ask, now = Date.now }: RobotsOptions): Robots {
  let siteOf = new Map<string, SitePolicy>()
  let rulesOf: RulesOf = () => null
  let texts = new Map<string, string>()
  const kept = new Map<string, Kept>()
  const asking = new Map<string, Promise<string | null>>()

  function textFor(site: SitePolicy, own: string): string {
    const key = `${site.hosts[0]} ${own}`
    const known = texts.get(key)
    if (known !== undefined) return known
    const { sitemap } = site.robots
    const { text } = robotsText({
      policy: { purposes: refusedBy(site, rulesOf) },
      crawlers: catalogue().crawlers,
      existing: own,
      ...(sitemap !== undefined && { sitemap }),
      traps: trapsOf(site, secret),
    })
    if (texts.size >= keptMax) texts.clear()
    texts.set(key, text)
    return text
  }

  async function read(key: string, host: string, isSecure: boolean): Promise<string | null> {
    const before = kept.get(key)
    const answer = await ask(host, '/robots.txt', { isSecure, bytesMax: ownBytesMax, timeoutMs })
    const own = answer === null ? null : ownText(answer)
    const at = now()
    const isKept = own === null && before !== undefined && before.own !== null && at - before.readAt < keptMs
    kept.delete(key)
    for (const oldest of kept.keys()) {
      if (kept.size < keptMax) break
      kept.delete(oldest)
    }
    const next = isKept
      ? { ...before, askAgainAt: at + restMs }
      : { own, readAt: at, askAgainAt: at + (own === null ? restMs : freshMs) }
    kept.set(key, next)
    return next.own
  }

  /** What the site says itself; null where it cannot be read. At once where it is known. */
  function ownOf(host: string, isSecure: boolean): string | null | Promise<string | null> {
    const key = `${host} ${isSecure}`
    const known = kept.get(key)
    if (known !== undefined && now() < known.askAgainAt) return known.own
    const under = asking.get(key)
    if (under !== undefined) return under
    const next = read(key, host, isSecure).finally(() => asking.delete(key))
    asking.set(key, next)
    return next
  }

  return {
    configure(sites, rules) {
      siteOf = new Map(sites.flatMap((site) => site.hosts.map((host) => [host, site] as const)))
      rulesOf = rules
      texts = new Map()
    },
    answer(visit, otherwise) {
      const { path, method, host, isUpgrade, isEncrypted, headers } = visit
      if (path !== '/robots.txt' || (method !== 'GET' && method !== 'HEAD') || isUpgrade) return otherwise()
      const site = siteOf.get(host)
      if (site === undefined || site.robots.mode === 'LEAVE') return otherwise()
      if (site.robots.mode === 'OWN') return answerOf(textFor(site, ''))
      // What the site says to one who came without TLS is often only that it wants TLS.
      const own = ownOf(host, isEncrypted || headers['x-forwarded-proto'] === 'https')
      const conclude = (text: string | null) => (text === null ? otherwise() : answerOf(textFor(site, text)))
      return own instanceof Promise ? own.then(conclude) : conclude(own)
    },
  }
}

/**
 * The site's own text: none where it has no such file or answers with a page; null where nobody can tell what it says, as after an error or
 * a redirect, which crawlers follow themselves.
 */
function ownText({ status, headers, body, isCut }: AskedSite): string | null {
  if (status === 404 || status === 410) return ''
  if (status !== 200 || !/^(?:identity)?$/iu.test(headers['content-encoding'] ?? '')) return null
  if (!/^text\/plain\b/iu.test(headers['content-type'] ?? 'text/plain')) return ''
  const text = new TextDecoder().decode(body).replaceAll('\0', '')
  // Half a line could say the opposite of the whole one.
  return isCut ? text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) : text
}

/** By purpose, what the policy for every path does; what the file leaves open is up to the dashboard. A dry run refuses nobody. */
function refusedBy(site: SitePolicy, rulesOf: RulesOf): Partial<Record<Purpose, 'ALLOW' | 'CHALLENGE' | 'DENY'>> {
  const policy = site.policies.find(({ paths, methods }) => paths === undefined && (methods?.includes('GET') ?? true))
  const rules = rulesOf(site)?.programs
  const ofDashboard = rules?.mode === 'LIVE' ? rules.answers : {}
  if (policy === undefined) return ofDashboard
  const named = Object.keys(policy.programs)
  const left = Object.fromEntries(Object.entries(ofDashboard).filter(([purpose]) => !named.includes(purpose)))
  return policy.mode === 'LIVE' ? { ...left, ...policy.programs } : left
}

/** Rules of robots.txt hold for all that begins as they do, and know `*` as ours do. */
function trapsOf(site: SitePolicy, secret: Uint8Array): string[] {
  const links = site.trapLinks ? [createTrapLinks(secret, site).folder] : []
  return [...site.traps.map((path) => encodeURI(path.replace(/\*\*$/u, ''))), ...links]
}

function answerOf(text: string): Verdict {
  return {
    pass: false,
    status: 200,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    },
    body: text,
  }
}
