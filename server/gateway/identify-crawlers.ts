import { readdir, readFile, stat } from 'node:fs/promises'
import { Resolver } from 'node:dns/promises'
import { join } from 'node:path'
import {
  catalogue,
  compileRanges,
  createIdentify,
  createReverseNames,
  type Identified,
  type NameService,
  type PublishedRanges,
  type Purpose,
  type RangeLookup,
  RangesFault,
  readRanges,
  shippedRanges,
} from '@bollard/crawlers'
import type { Identify, Program, ProgramPurpose } from '@bollard/guard'

export interface CrawlersOptions {
  /** Where lists of addresses lie, each named by its id, such as `gptbot.json`; it may be missing. */
  readonly folder: string
  readonly say: (line: string) => void
  readonly dns?: NameService
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

export interface CrawlersOfGateway {
  readonly identify: Identify
  /** Reads the lists again. */
  reload(): Promise<void>
  stop(): void
}

const reloadMs = 60_000
/** A decision may take 250 ms, and its other parts need some. What takes longer is known the next time. */
const patienceMs = 150
const listBytesMax = 8 * 1_024 * 1_024

const purposeOf: Readonly<Record<Purpose, ProgramPurpose>> = {
  SEARCH: 'SEARCH',
  AI_TRAINING: 'AI_TRAINING',
  AI_SEARCH: 'AI_SEARCH',
  AI_USER: 'AI_ASSISTANT',
  FEED_READER: 'FEED',
  PREVIEW: 'PREVIEW',
  MONITOR: 'MONITORING',
  ARCHIVE: 'ARCHIVE',
  SEO: 'SEO',
  SECURITY: 'SECURITY',
  OTHER: 'OTHER',
}

/** Tells a gateway who programs are, by names of their addresses and by lists that somebody puts into a folder. */
export async function identifyCrawlers(options: CrawlersOptions): Promise<CrawlersOfGateway> {
  const { folder, say, now = Date.now } = options
  const { dns = new Resolver({ timeout: 1_000, tries: 1 }) } = options
  const told = new Set<string>()
  let ranges: RangeLookup = compileRanges(shippedRanges)
  const known = catalogue()
  const identify = createIdentify({
    catalogue: known,
    ranges: (...asked) => ranges(...asked),
    names: createReverseNames({ dns, now }),
    now,
  })

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
    ranges = compileRanges([...shippedRanges, ...lists])
  }

  await reload()
  const timer = setInterval(() => void reload(), reloadMs).unref()
  return {
    identify({ headers, address }) {
      const userAgent = headers['user-agent'] ?? ''
      const identified = identify({ userAgent, address })
      if (!(identified instanceof Promise)) return identified && programOf(identified)
      const crawler = known.named(userAgent)
      return crawler && soon(identified.then(programOf), programOf({ crawler, verdict: 'UNKNOWN', by: null }))
    },
    reload,
    stop: () => clearInterval(timer),
  }
}

function programOf({ crawler, verdict }: Identified): Program {
  return {
    name: crawler.name,
    purpose: purposeOf[crawler.purpose],
    verified: verdict === 'VERIFIED',
    isSpoofed: verdict === 'SPOOFED',
  }
}

async function soon(program: Promise<Program>, otherwise: Program): Promise<Program> {
  const late = Promise.withResolvers<Program>()
  const timer = setTimeout(() => late.resolve(otherwise), patienceMs)
  return Promise.race([program, late.promise]).finally(() => clearTimeout(timer))
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
