import { readdir, readFile, stat } from 'node:fs/promises'
import { Resolver } from 'node:dns/promises'
import { join } from 'node:path'
import {
  catalogue,
  compileRanges,
  createIdentify,
  createReverseNames,
  type Identified,
  type Identify,
  type NameService,
  type PublishedRanges,
  type RangeLookup,
  RangesFault,
  readRanges,
  shippedRanges,
} from '@bollard/crawlers'
import { plainAddress } from '@bollard/http'

export interface CrawlersOptions {
  /** Where lists of addresses lie, each named by its id, such as `gptbot.json`; it may be missing. */
  readonly folder: string
  readonly say: (line: string) => void
  readonly dns?: NameService
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

export interface KnownCrawlers {
  /**
   * Null for who says no name of a program. At once, or in 150 ms at most: what takes longer is `UNKNOWN`, and known the next time. So is who
   * has no address, or something else in its place: that is no proof against anybody. Never rejects.
   */
  identify(visit: {
    readonly userAgent: string
    readonly address: string | null
  }): Identified | null | Promise<Identified>
  /** Reads the lists, which happens by itself once a minute; before the first time those that are shipped count alone. */
  reload(): Promise<void>
  stop(): void
}

const reloadMs = 60_000
/** A decision may take 250 ms, and its other parts need some. */
const patienceMs = 150
const listBytesMax = 8 * 1_024 * 1_024

/**
 * Tells who programs are, by names of their addresses and by lists that somebody puts into a folder. What is shipped is put together when
 * it is first asked about a visitor, which takes a few hundredths of a second: most processes are never asked.
 */
export function knowCrawlers(options: CrawlersOptions): KnownCrawlers {
  const { folder, say, now = Date.now } = options
  const { dns = new Resolver({ timeout: 1_000, tries: 1 }) } = options
  const told = new Set<string>()
  let ranges: RangeLookup | undefined
  const names = createReverseNames({ dns, now })
  let made: Identify | undefined
  const identify: Identify = (visit) => {
    made ??= createIdentify({
      catalogue: catalogue(),
      ranges: (...asked) => (ranges ??= compileRanges(shippedRanges))(...asked),
      names,
      now,
    })
    return made(visit)
  }

  async function reload(): Promise<void> {
    const lists: PublishedRanges[] = []
    for (const name of await readdir(folder).catch(() => [])) {
      const list = await readList(folder, name).catch((error: unknown) => reasonOf(error))
      if (typeof list !== 'string') lists.push(list)
      else if (!told.has(`${name} ${list}`)) {
        told.add(`${name} ${list}`)
        say(`The list of addresses ${join(folder, name)} is not used: ${list}.`)
      }
    }
    ranges = lists.length === 0 ? undefined : compileRanges([...shippedRanges, ...lists])
  }

  const timer = setInterval(() => void reload(), reloadMs).unref()
  return {
    identify({ userAgent, address }) {
      // Nearly all are browsers, whose address need not be read.
      if (catalogue().named(userAgent) === null) return null
      const plain = address === null ? null : plainAddress(address)
      if (plain === null) return unproven(userAgent)
      const identified = identify({ userAgent, address: plain })
      if (!(identified instanceof Promise)) return identified
      const otherwise = unproven(userAgent)
      return otherwise && soon(identified, otherwise)
    },
    reload,
    stop: () => clearInterval(timer),
  }
}

function unproven(userAgent: string): Identified | null {
  const crawler = catalogue().named(userAgent)
  return crawler && { crawler, verdict: 'UNKNOWN', by: null }
}

async function soon(identified: Promise<Identified>, otherwise: Identified): Promise<Identified> {
  const late = Promise.withResolvers<Identified>()
  const timer = setTimeout(() => late.resolve(otherwise), patienceMs)
  return Promise.race([identified, late.promise]).finally(() => clearTimeout(timer))
}

/** A list counts from the day on which its file was written, or from the earlier one that it names. */
async function readList(folder: string, name: string): Promise<PublishedRanges> {
  const file = join(folder, name)
  const { mtime, size } = await stat(file)
  if (size > listBytesMax) throw new RangesFault('TOO_MANY_NETWORKS', '')
  const text = await readFile(file, 'utf8')
  return readRanges(name.replace(/\.(?:json|txt|csv)$/u, ''), text, mtime.toISOString().slice(0, 10))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
