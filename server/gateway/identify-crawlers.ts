import type { Identified, Purpose } from '@bollard/crawlers'
import type { Identify, Program, ProgramPurpose } from '@bollard/guard'
import { type CrawlersOptions, type KnownCrawlers, knowCrawlers } from '../know-crawlers.ts'

export interface CrawlersOfGateway extends Pick<KnownCrawlers, 'reload' | 'stop'> {
  readonly identify: Identify
}

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

/** Tells a gateway who programs are, in the words of its file. */
export async function identifyCrawlers(options: CrawlersOptions): Promise<CrawlersOfGateway> {
  const { identify, reload, stop } = knowCrawlers(options)
  await reload()
  return {
    identify({ headers, address }) {
      const identified = identify({ userAgent: headers['user-agent'] ?? '', address })
      return identified instanceof Promise ? identified.then(programOf) : identified && programOf(identified)
    },
    reload,
    stop,
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
