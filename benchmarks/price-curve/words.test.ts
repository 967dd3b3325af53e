import { clientChecks, createScorer, judgeVerdicts, prior } from '@bollard/bot-score'
import { expect, test } from 'vitest'
import { browsers } from './browsers.ts'
import { personsWord } from './words.ts'

test.each(browsers.flatMap((browser) => [[browser, 'hands'] as const, [browser, 'keyboard'] as const]))(
  'the word of $name is one that its widget can write, and nothing speaks against it (%s)',
  (browser, hands) => {
    const word = personsWord(browser, hands)
    expect(judgeVerdicts(word, clientChecks.length, browser.headers['user-agent'] ?? '')).toBe('plausible')
    expect(createScorer()({ server: 0, conduct: 0, ...word }).logOdds).toBeLessThanOrEqual(prior)
  },
)
