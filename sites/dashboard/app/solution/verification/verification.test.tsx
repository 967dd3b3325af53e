import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import type { Verification } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { solutionPage } from '../../examples/example-pages.ts'
import {
  busyVerification,
  flaggedVerification,
  passedVerification,
  refusedVerification,
  ruledVerifications,
} from '../../examples/example-verifications.ts'
import * as verificationPage from './verification.tsx'

const states: [string, Verification][] = [
  ['somebody who passed', passedVerification],
  ['a bot that the score stopped', refusedVerification],
  ['somebody who had more work to do', flaggedVerification],
  ['a visitor whom a rule stopped', ruledVerifications.stopped],
  ['a visitor whom a rule let pass', ruledVerifications.allowed],
  ['a visitor whom a rule asked for a second round', ruledVerifications.challenged],
  ['a visitor from a busy network', busyVerification],
  [
    'a visitor from a busy network of whom nothing else is known',
    { ...busyVerification, reasons: busyVerification.reasons.slice(1) },
  ],
  ['a visitor with a bypass key', ruledVerifications.bypassKey],
  [
    'a bot that the server reported as a person',
    {
      ...refusedVerification,
      feedback: {
        label: 'PERSON',
        at: '2026-11-19T10:00:00.000Z',
        by: 'SERVER',
        comment: 'Wrote to us from an address that we know',
      },
    },
  ],
]

test.for(states)('the page of %s names the verification and is clean', async ([, verification]) => {
  const loaderData = { verification, threshold: 0.7 }
  expect(
    await faultsOfPage(
      solutionPage({
        at: `/captcha/verifications/${verification.verificationId}`,
        page: layer('solution/verification/verification', verificationPage, {
          path: 'captcha/verifications/:verificationId',
          loaderData,
        }),
        heading: (t) => t(($) => $.detail.title),
        has(page) {
          expect(page.querySelector('input[readonly]')).toHaveProperty('value', verification.verificationId)
        },
      }),
    ),
  ).toEqual([])
})

test('what volume did to the work stands apart from the evidence, with its number and without a weight', async () => {
  const state = solutionPage({
    at: `/captcha/verifications/${busyVerification.verificationId}`,
    page: layer('solution/verification/verification', verificationPage, {
      path: 'captcha/verifications/:verificationId',
      loaderData: { verification: busyVerification, threshold: 0.7 },
    }),
    heading: (t) => t(($) => $.detail.title),
    has(page, { t, language }) {
      const rows = [...page.querySelectorAll('li')].map(({ textContent }) => textContent ?? '')
      const rowOf = (code: keyof typeof bits) => rows.find((text) => text.includes(t(($) => $.reasons[code]))) ?? ''
      const bits = {
        'network-budget': '8',
        'site-under-attack': language === 'de' ? '2,8' : '2.8',
        'similar-visitors': '2',
      }
      for (const code of ['network-budget', 'site-under-attack', 'similar-visitors'] as const) {
        expect(rowOf(code)).toBe(t(($) => $.reasons[code]) + t(($) => $.detail.volumeTimes, { times: bits[code] }))
        expect(rowOf(code)).not.toMatch(/0[.,]00/u)
      }
      expect(page.textContent).toContain(t(($) => $.detail.volumeText))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})
