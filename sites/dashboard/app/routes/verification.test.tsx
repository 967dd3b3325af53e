import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import type { Verification } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { solutionPage } from '../examples/example-pages.ts'
import {
  flaggedVerification,
  passedVerification,
  refusedVerification,
  ruledVerifications,
} from '../examples/example-verifications.ts'
import * as verificationPage from './verification.tsx'

const states: [string, Verification][] = [
  ['somebody who passed', passedVerification],
  ['a bot that the score stopped', refusedVerification],
  ['somebody who had more work to do', flaggedVerification],
  ['a visitor whom a rule stopped', ruledVerifications.stopped],
  ['a visitor whom a rule let pass', ruledVerifications.allowed],
  ['a visitor whom a rule asked for a second round', ruledVerifications.challenged],
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
        page: layer('routes/verification', verificationPage, {
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
