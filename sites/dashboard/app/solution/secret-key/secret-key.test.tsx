import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { solutionPage } from '../../examples/example-pages.ts'
import * as secretKey from './secret-key.tsx'

const at = '/secret-key'
const path = 'secret-key'

test('the question before a secret key is replaced is clean', async () => {
  const state = solutionPage({
    at,
    page: layer('solution/secret-key/secret-key', secretKey, { path }),
    heading: (t) => t(($) => $.secretKey.question, { last4: 'k7Qx' }),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a new secret key is shown in a page that is clean', async () => {
  const state = solutionPage({
    at,
    page: layer('solution/secret-key/secret-key', secretKey, {
      path,
      actionData: { secretKey: 'secret_9vXk2mT7qLs4Rb8W' },
    }),
    heading: (t) => t(($) => $.secretKey.doneTitle),
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
