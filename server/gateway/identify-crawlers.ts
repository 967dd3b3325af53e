import { catalogue, type Identified } from '@bollard/crawlers'
import type { Identify, Program } from '@bollard/guard'
import { type CrawlersOptions, type KnownCrawlers, knowCrawlers } from '../know-crawlers.ts'

export interface CrawlersOfGateway extends Pick<KnownCrawlers, 'reload' | 'stop'> {
  readonly identify: Identify
}

/** Tells a gateway who programs are. */
export async function identifyCrawlers(options: CrawlersOptions): Promise<CrawlersOfGateway> {
  // A gateway asks about every visitor: the first one doesn't wait for it.
  catalogue()
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
    purpose: crawler.purpose,
    verified: verdict === 'VERIFIED',
    isSpoofed: verdict === 'SPOOFED',
  }
}
