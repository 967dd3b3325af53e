import { clientChecks, createScorer, type Evidence, noVerdicts, serverChecks, scoreVerification, serverSignal } from '@bollard/bot-score'
import { bitsOf } from '@bollard/bot-score'
import { expect, test } from 'vitest'
import { evidenceOf } from './evidence-of.ts'
import { seededRandom } from './seeded-random.ts'

const every = bitsOf(
  clientChecks,
  clientChecks.map(({ code }) => code),
)
const scoreAgain = createScorer()

function codesOf(evidence: Evidence): string[] {
  return scoreVerification(evidence).reasons.map(({ code }) => code)
}

test('what is scored from stored codes is what was scored when they were stored', () => {
  const random = seededRandom(11)
  for (let round = 0; round < 2_000; round++) {
    const fired = bitsOf(
      clientChecks,
      clientChecks.filter(() => random() < 0.06).map(({ code }) => code),
    )
    // A trust token beside hard evidence is dropped when it is scored; it leaves no code and changes nothing.
    const server = serverChecks.reduce((bits, { group }, index) => (group !== 'credential' && random() < 0.05 ? bits | (1 << index) : bits), 0)
    const seen: Evidence = { server: server & ~serverSignal.collectorIncomplete, ran: every, fired }
    expect(scoreAgain(evidenceOf(codesOf(seen)))).toEqual(scoreVerification(seen))
  }
})

test('verdicts that were missing, incomplete or never asked for are taken as such', () => {
  const webdriver = bitsOf(clientChecks, ['webdriver'])
  for (const seen of [
    { server: 0, ran: noVerdicts, fired: noVerdicts },
    { server: serverSignal.collectorMissing, ran: noVerdicts, fired: noVerdicts },
    { server: 0, ran: webdriver, fired: webdriver },
    { server: serverSignal.privateAccessToken, ran: every, fired: noVerdicts },
  ])
    expect(scoreAgain(evidenceOf(codesOf(seen)))).toEqual(scoreVerification(seen))
})

test('codes of another version are ignored', () => {
  expect(evidenceOf(['webdriver', 'once-there-was-a-check'])).toEqual(evidenceOf(['webdriver']))
})
