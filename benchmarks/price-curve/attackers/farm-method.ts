import { browserCalled } from '../browsers.ts'
import type { Method } from '../attack.ts'
import type { Site } from '../service/start-site.ts'
import { personsWord, sealWord } from '../words.ts'
import { type Farm, type FarmKind, startFarm } from './farm.ts'

/** A method with browsers at work, to be stopped. */
export interface FarmMethod {
  readonly method: Method
  stop(): Promise<void>
}

const what: Readonly<Record<FarmKind, string>> = {
  'farm in one page': 'a real browser with the real widget, which asks for one token after the other in one page',
  'farm of pages': 'the same with a page for each token',
  'stealth browsers': 'a fresh browser without a driver for each token, and a mouse moved by the operating system',
}

/**
 * Tokens by browsers. Those that are not really fetched are called for as the browsers' were, with headers and a word of the
 * same browser: the page's number stays in one page and is new in each other.
 */
export async function startFarmMethod(
  kind: FarmKind,
  site: Site,
  { chromiumHashesPerSecond, random }: { readonly chromiumHashesPerSecond: number; readonly random: () => number },
): Promise<FarmMethod> {
  const farm: Farm = await startFarm(kind, site)
  const browser = browserCalled('chrome')
  const spent = { tokens: 0, cpuSeconds: 0, hashes: 0, ms: 0 }
  const draw = () => Math.floor(random() * 2 ** 32)
  const onePage = draw()
  return {
    method: {
      name: kind,
      what: what[kind],
      hashesPerSecond: () => chromiumHashesPerSecond,
      // What the browsers used beyond the work that they were asked for.
      extraCpuSeconds: () =>
        spent.tokens === 0
          ? 0
          : Math.max(0, (spent.cpuSeconds - spent.hashes / chromiumHashesPerSecond) / spent.tokens),
      claim() {
        const page = kind === 'farm in one page' ? onePage : draw()
        const digests = [draw(), draw(), draw()]
        const word = personsWord(browser, kind === 'stealth browsers' ? 'hands' : 'keyboard')
        return {
          headers: browser.headers,
          findings: (challenge) => ({ collected: { ...sealWord(word, challenge), page, digests } }),
        }
      },
      async perform(_number, address) {
        const { seen, cpuSeconds, ms } = await farm.fetch(address)
        const { hashes, token, throttledSeconds, refusedFor, bytes } = seen
        if (token !== null) {
          spent.tokens += 1
          spent.cpuSeconds += cpuSeconds
          spent.hashes += hashes.reduce((sum, one) => sum + one, 0)
          spent.ms += ms
        }
        return { hashes, token, throttledSeconds, refusedFor, bytes, cpuSeconds, workMs: ms }
      },
    },
    stop: () => farm.stop(),
  }
}
