import { type Browser, browserCalled, drawBrowser } from '../browsers.ts'
import type { Engine } from './engine.ts'
import type { Method } from '../attack.ts'
import type { Verdicts } from '@bollard/bot-score'
import { personsWord, sealWord, sealWordIn } from '../words.ts'

/** Bits at random; with 32 drawn at once. */
const anyBits = (random: () => number): number => Math.floor(random() * 2 ** 32) | 0

/**
 * No browser: seal, layout and order are computed as the source says, the word is one that a person's visit would have, with the
 * headers of a browser that need not show an engine.
 */
export function script(random: () => number): Method {
  const claimed = ['iphone', 'safari', 'android'] as const
  return {
    name: 'script',
    what: 'no browser: everything computed from the source, a clean word of Safari or Android claimed',
    extraCpuSeconds: () => 0,
    claim(token) {
      const browser = browserCalled(claimed[token % claimed.length] ?? 'iphone')
      return claimOf(browser, () => personsWord(browser, 'hands'), random)
    },
  }
}

/**
 * The same beside a browser engine that answers the programs, so that any browser can be claimed: as many different ones as there are, in
 * words that their visitors have, so that no visit looks like the one before.
 */
export function scriptWithEngine(random: () => number, engine: Engine | null, secondsPerProgram: () => number): Method {
  return {
    name: 'script with an engine',
    what: 'the same, as any browser, with one headless browser beside it that answers engine programs',
    // Two programs a token.
    extraCpuSeconds: () => (engine === null ? 0 : 2 * secondsPerProgram()),
    claim() {
      const browser = drawBrowser(random)
      const { headers, findings } = claimOf(browser, () => personsWord(browser, 'hands'), random)
      return {
        headers,
        async findings(challenge) {
          const answers = await engine?.answer(challenge)
          return { ...findings(challenge), ...(answers === undefined ? {} : { engine: answers }) }
        },
      }
    },
  }
}

/** One genuine visit's findings, sealed again for each challenge: what was recorded is never changed. */
export function recordedVisit(random: () => number): Method {
  const browser = browserCalled('chrome')
  const { headers, findings } = claimOf(browser, () => personsWord(browser, 'hands'), random)
  return {
    name: 'recorded visits',
    what: 'one genuine visit’s findings, sealed again for each challenge',
    extraCpuSeconds: () => 0,
    claim: () => ({ headers, findings }),
  }
}

/** The attack of the review: always the same word, as a current Chrome without an engine; any layout. */
export function constantVerdicts(random: () => number, word: 'everything ran' | 'a person’s'): Method {
  const browser = browserCalled('chrome')
  const constant: Verdicts = word === 'a person’s' ? personsWord(browser, 'hands') : { ran: [-1, -1], fired: [0, 0] }
  return {
    name: 'script, constant verdicts',
    what: 'no browser: always the same word, in the layout that is served or any other',
    extraCpuSeconds: () => 0,
    claim: () => claimOf(browser, () => constant, random, inAnyLayout(random)),
  }
}

/** The same with every bit drawn. */
export function randomVerdicts(random: () => number): Method {
  const browser = browserCalled('chrome')
  return {
    name: 'script, random verdicts',
    what: 'no browser: every bit drawn',
    extraCpuSeconds: () => 0,
    claim: () =>
      claimOf(
        browser,
        () => ({ ran: [anyBits(random), anyBits(random)], fired: [anyBits(random), anyBits(random)] }),
        random,
        inAnyLayout(random),
      ),
  }
}

/** Half of them know which layout is served. */
function inAnyLayout(random: () => number): typeof sealWord {
  const own = random() < 0.5 ? anyBits(random) >>> 0 : null
  return (word, challenge) => (own === null ? sealWord(word, challenge) : sealWordIn(word, challenge, own))
}

function claimOf(browser: Browser, word: () => Verdicts, random: () => number, seal = sealWord) {
  const page = anyBits(random) >>> 0
  const digests = [0, 1, 2].map(() => anyBits(random) >>> 0)
  return {
    headers: browser.headers,
    findings: (challenge: string) => ({ collected: { ...seal(word(), challenge), page, digests } }),
  }
}
