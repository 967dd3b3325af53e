import { Resolver } from 'node:dns/promises'
import {
  catalogue,
  compileRanges,
  createIdentify,
  createReverseNames,
  decideCrawler,
  shippedRanges,
  usualPolicy,
} from '@bollard/crawlers'

const identify = createIdentify({
  catalogue: catalogue(),
  ranges: compileRanges(shippedRanges),
  names: createReverseNames({ dns: new Resolver({ timeout: 1_000, tries: 1 }), now: Date.now }),
  now: Date.now,
})

export async function judge(userAgent: string, address: string) {
  const identified = await identify({ userAgent, address })
  return identified && decideCrawler(usualPolicy, identified)
}
