import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { solutionPage } from '../../examples/example-pages.ts'
import { exampleSite } from '../../examples/example-solution.ts'
import * as secretKey from './secret-key.tsx'

const at = '/secret-key'
const path = 'secret-key'

test('the question before a secret key is replaced is clean', async () => {
  const state = solutionPage({
    at,
    page: layer('solution/secret-key/secret-key', secretKey, { path }),
    heading: (t) => t(($) => $.secretKey.question, { last4: 'k7Qx' }),
    has: (page) => {
      const chosen = [...page.querySelectorAll<HTMLInputElement>('input[name=overlap]')].map((radio) => [
        radio.value,
        radio.checked,
        radio.form?.querySelector<HTMLInputElement>('input[name=apiKeyId]')?.value,
      ])
      const id = exampleSite.secretKey?.id
      expect(chosen, 'nothing is interrupted unless it was chosen').toEqual([
        ['LATER', true, id],
        ['NOW', false, id],
      ])
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('where all secret keys were revoked, the page offers a new one and is clean', async () => {
  const state = solutionPage({
    at,
    captcha: { secretKey: null },
    page: layer('solution/secret-key/secret-key', secretKey, { path }),
    heading: (t) => t(($) => $.secretKey.noneTitle),
    has: (page) => expect(page.querySelector('input[name=overlap]')).toBeNull(),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a new secret key is shown in a page that is clean', async () => {
  const state = solutionPage({
    at,
    page: layer('solution/secret-key/secret-key', secretKey, {
      path,
      actionData: {
        made: {
          secretKey: 'secret_9vXk2mT7qLs4Rb8W',
          old: { last4: 'k7Qx', worksUntil: '2026-11-02T09:30:00.000Z' },
        },
      },
    }),
    heading: (t) => t(($) => $.secretKey.doneTitle),
    has: (page) => expect(page.textContent).toMatch(/k7Qx.*2026/u),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a key that could not be replaced, and a member who may not, get pages that are clean', async () => {
  const failed = solutionPage({
    at,
    page: layer('solution/secret-key/secret-key', secretKey, {
      path,
      actionData: { problem: exampleProblem('unavailable') },
    }),
    heading: (t) => t(($) => $.secretKey.question, { last4: 'k7Qx' }),
    has: (page, { t }) => expect(page.textContent).toContain(t(($) => $.secretKey.failed)),
  })
  const forbidden = solutionPage({
    at,
    solution: { myRole: 'VIEWER' },
    page: layer('solution/secret-key/secret-key', secretKey, { path }),
    heading: (t) => t(($) => $.secretKey.forbiddenTitle),
  })
  expect(await faultsOfPage(failed)).toEqual([])
  expect(await faultsOfPage(forbidden)).toEqual([])
})
