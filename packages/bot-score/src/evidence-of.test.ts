import { runs } from '@bollard/testing/seed'
import { assert, property, subarray } from 'fast-check'
import { expect, test } from 'vitest'
import { clientChecks, serverChecks, serverSignal } from './catalogue.ts'
import { evidenceOf } from './evidence-of.ts'
import { createScorer, type Evidence, noVerdicts, scoreVerification } from './score.ts'
import { bitsOf } from './verdict-layout.ts'

const clientCodes = clientChecks.map(({ code }) => code)
const every = bitsOf(clientChecks, clientCodes)
const scoreAgain = createScorer()

function codesOf(evidence: Evidence): string[] {
  return scoreVerification(evidence).reasons.map(({ code }) => code)
}

test('what is scored from stored codes is what was scored when they were stored', () => {
  // A trust token beside hard evidence is dropped when it is scored; it leaves no code and changes nothing.
  const serverCodes = serverChecks.filter(({ group }) => group !== 'credential').map(({ code }) => code)
  const few = { minLength: 0, maxLength: 6 }
  assert(
    property(subarray(clientCodes, few), subarray(serverCodes, { minLength: 0, maxLength: 4 }), (client, ofServer) => {
      const [server] = bitsOf(serverChecks, ofServer)
      const seen: Evidence = {
        server: server & ~serverSignal.collectorIncomplete,
        ran: every,
        fired: bitsOf(clientChecks, client),
      }
      expect(scoreAgain(evidenceOf(codesOf(seen)))).toEqual(scoreVerification(seen))
    }),
    { numRuns: runs(2_000) },
  )
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
