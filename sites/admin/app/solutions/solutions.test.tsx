import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { adminPage } from '../examples/example-pages.ts'
import { exampleInvoice, exampleSolution, ids } from '../examples/example-things.ts'
import * as solutionPage from './solution.tsx'
import * as solutions from './solutions.tsx'

test.for([true, false])('the list of solutions is clean, full or empty: %s', async (isFull) => {
  const state = adminPage({
    at: '/solutions',
    page: layer('solutions/solutions', solutions, {
      path: 'solutions',
      loaderData: { items: isFull ? [exampleSolution] : [], nextCursor: null, isFirstPage: true },
    }),
    heading: (t) => t(($) => $.solutions.title),
    has: (page, { t }) =>
      expect(page.textContent).toContain(isFull ? exampleSolution.label : t(($) => $.solutions.empty)),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for([true, false])(
  'a solution is locked, unlocked and has keys revoked in change mode alone: %s',
  async (mayChange) => {
    const state = adminPage({
      mayChange,
      at: `/solutions/${ids.solution}`,
      page: layer('solutions/solution', solutionPage, {
        path: 'solutions/:solutionId',
        loaderData: {
          solution: exampleSolution,
          members: [
            {
              userId: 'u1',
              givenName: 'Ada',
              email: 'ada@example.org',
              role: 'ADMIN',
              since: exampleSolution.createdAt,
            },
          ],
          plan: null,
          keys: [
            {
              id: ids.invoice,
              name: 'Server',
              prefix: 'bsec_1234',
              last4: 'abcd',
              state: 'ACTIVE',
              environmentId: null,
              networks: [],
              lastUsedAt: null,
              createdAt: exampleSolution.createdAt,
              createdBy: null,
              version: 1,
              scopes: ['verify'],
              expiresAt: null,
              replacedBy: null,
            },
          ],
          invoices: [exampleInvoice],
          recount: null,
        },
      }),
      heading: () => exampleSolution.label,
      has: (page) => expect(page.querySelectorAll('main input[name="intent"]')).toHaveLength(mayChange ? 3 : 0),
    })
    expect(await faultsOfPage(state)).toEqual([])
  },
)
