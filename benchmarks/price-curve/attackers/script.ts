import { type Browser, browserCalled } from '../browsers.ts'
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

/** The attack of the review: always the same word, in whatever layout, as a current Chrome. */
export function constantVerdicts(random: () => number): Method {
  const browser = browserCalled('chrome')
  return {
    name: 'script, constant verdicts',
    what: 'no browser: all checks ran, none fired, a layout of its own',
    extraCpuSeconds: () => 0,
    claim: () => claimOf(browser, () => ({ ran: [-1, -1], fired: [0, 0] }), random, inAnyLayout(random)),
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
