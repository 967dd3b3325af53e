import packaged from 'crawler-user-agents'
import { compileNames, type NamedPattern } from '../name/compile-names.ts'
import { type NamePattern, readPattern } from '../name/read-pattern.ts'
import type { Crawler } from './crawler.ts'
import type { Purpose } from '../purpose/purposes.ts'
import { ownCrawlers } from './own-crawlers.ts'

/** An entry of the package; its own types leave out what it is for. */
interface Packaged {
  readonly pattern: string
  readonly url?: string | undefined
  readonly tags?: readonly string[]
}

const entries: readonly Packaged[] = packaged

/** What the package says about its entries, in our words; the first that fits counts. */
const purposeOfTag: readonly (readonly [tags: readonly string[], purpose: Purpose])[] = [
  [['ai-crawler', 'search-engine'], 'AI_SEARCH'],
  // It doesn't say what for; the strictest is the safest to be wrong about.
  [['ai-crawler'], 'AI_TRAINING'],
  [['search-engine'], 'SEARCH'],
  [['feed-reader'], 'FEED_READER'],
  [['social-preview'], 'PREVIEW'],
  [['monitoring'], 'MONITOR'],
  [['archiver'], 'ARCHIVE'],
  [['seo'], 'SEO'],
  [['scanner'], 'SECURITY'],
]

/**
 * Patterns of the package that browsers in people's apps fit too, behind the name of the engine. They count only where a
 * program names itself: a program that is nameless does less harm than a person who is taken for one.
 */
const saidByBrowsers: ReadonlySet<string> = new Set(['Daum\\/', 'Feedly', 'NextCloud', 'Sonic', 'Viber', 'WhatsApp'])

/** What is known, and a matcher of what user agents say. */
export interface Catalogue {
  readonly crawlers: readonly Crawler[]
  /** The program that a user agent says it is, whatever it is; null for browsers and for what nobody knows. */
  readonly named: (userAgent: string) => Crawler | null
  /** By the agent that signs (`agentUrl`), for programs that need no name. */
  readonly signedBy: (agent: string) => Crawler | null
  /** Patterns of the package in a form that isn't read: their programs aren't known here. */
  readonly unread: readonly string[]
}

let made: Catalogue | undefined

/** The catalogue that is shipped. It is put together when it is first asked for, in a few milliseconds. */
export function catalogue(): Catalogue {
  made ??= putTogether()
  return made
}

function putTogether(): Catalogue {
  const crawlers: Crawler[] = []
  const patterns: NamedPattern[] = []
  const unread: string[] = []
  for (const { says, ...crawler } of ownCrawlers) {
    const owner = crawlers.push(crawler) - 1
    const way = { atStart: false, atEnd: false, owner, exactCase: false }
    for (const text of says) patterns.push({ ...way, pieces: [text] })
  }
  sortByLength(patterns)
  const known = new Set(crawlers.map(({ name }) => name.toLowerCase()))
  const theirs: NamedPattern[] = []
  for (const entry of entries) {
    const { pattern } = entry
    const read = readPattern(saidByBrowsers.has(pattern) ? `^${pattern}|compatible; ${pattern}` : pattern)
    const crawler = crawlerOf(entry, read ?? [])
    if (read === null) unread.push(pattern)
    else if (!known.has(crawler.name.toLowerCase())) {
      const owner = crawlers.push(crawler) - 1
      theirs.push(...read.map((way) => ({ ...way, owner, exactCase: true })))
    }
  }
  patterns.push(...sortByLength(theirs))
  const find = compileNames(patterns)
  const bySigner = new Map(
    crawlers.flatMap((crawler) => (crawler.proof.signer ? [[crawler.proof.signer, crawler]] : [])),
  )
  return {
    crawlers,
    unread,
    named: (userAgent) => crawlers[find(userAgent)] ?? null,
    signedBy: (agent) => bySigner.get(agent) ?? null,
  }
}

function sortByLength(patterns: NamedPattern[]): NamedPattern[] {
  return patterns.sort((one, other) => other.pieces.join('').length - one.pieces.join('').length)
}

function crawlerOf(entry: Packaged, [pattern]: readonly NamePattern[]): Crawler {
  const name = (pattern?.pieces.join(' ') ?? entry.pattern).replace(/[\s/(:-]+$/u, '').trim()
  const tags = entry.tags ?? []
  return {
    name,
    operator: null,
    purpose: purposeOfTag.find(([needed]) => needed.every((tag) => tags.includes(tag)))?.[1] ?? 'OTHER',
    token: /^[a-z0-9_-]+$/iu.test(name) ? name : null,
    proof: {},
    source: entry.url ?? null,
  }
}
