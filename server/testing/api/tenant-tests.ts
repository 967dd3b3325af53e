import { describe, expect, test } from 'vitest'
import { compareDumps, dumpTables, tableOf, untilSettled, written } from './dump-tables.ts'
import { examples, kindsIn, kindsInPath, sessionRoutes } from './examples.ts'
import { kinds } from './kinds.ts'
import { givenNames } from './people.ts'
import { type Answer, isServed, send, sendInTime } from './send.ts'
import { type Case, otherAnswers, tenantCases } from './tenant-cases.ts'
import type { World } from './world.ts'

/** Calls that are left to somebody whose address is not confirmed any more are all others. */
const forConfirmed = new Set([
  'createSolution',
  'createOrganization',
  'acceptInvitation',
  'redeemInviteToken',
  'createInvoiceAddress',
  'createPaymentMethod',
  'startPaymentMethodSetup',
  'finishPaymentMethodSetup',
])

const told = ({ status, code }: Answer) => (code === null ? `${status}` : `${status} ${code}`)
/** An answer without what is new each time, and without the ids that it was asked for. */
const withoutIds = (text: string) =>
  text.replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/gu, 'id').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'time')

/** What one tenant sees and changes of another, over every route for signed-in people. */
export function tenantTests(world: () => World): void {
  describe('two tenants', () => {
    test('every route is served', () => {
      expect(sessionRoutes.filter((route) => !isServed(world().api, route)).map(({ id }) => id)).toEqual([])
    })

    test('every route has an example with a body where it takes one and a thing for each id in its path', () => {
      const routes = new Map(sessionRoutes.map((route) => [route.id, route]))
      expect(Object.keys(examples).filter((id) => !routes.has(id))).toEqual([])
      for (const route of sessionRoutes) {
        const body = examples[route.id]?.body?.(world().ofEve)
        expect(route.body?.schema.safeParse(body).error?.issues, `an example body of ${route.id}`).toBeUndefined()
        for (const [, kind] of kindsInPath(route)) expect(kinds, route.id).toContain(kind)
      }
    })

    test('nothing of one is visible to, told to or changed by the other', { timeout: 90_000 }, async () => {
      const { api, people, ofAda, ofEve } = world()
      await untilSettled(api)
      const before = await dumpTables(api.cells)
      const cases = tenantCases(world())
      const leaks: string[] = []
      for (const one of cases) {
        const [hers, nobodys] = [
          await sendInTime(api, one.route, one.its, people.eve),
          await sendInTime(api, one.route, one.unknown, people.eve),
        ]
        leaks.push(...leaksOf(one, hers, nobodys, world()))
      }
      expect(leaks).toEqual([])
      const ids = Object.values(ofAda)
      const { gone, come } = compareDumps(before, await dumpTables(api.cells))
      // With several cells a key is reserved before its cell refuses to make it (0119).
      const isReserved = (row: string) => tableOf(row) === 'captcha.directory' && row.includes(ofEve.solutionId)
      const [changed, made] = [gone, come].map((rows) =>
        rows.filter((row) => !written.has(tableOf(row)) && !isReserved(row)),
      ) as [string[], string[]]
      // Of what there was only the ends of Eve's own chains in the audit log are other ones now.
      expect(changed.filter((row) => tableOf(row) !== 'audit.heads' || !row.includes(ofEve.solutionId))).toEqual([])
      expect(made.filter((row) => ids.some((id) => row.includes(id)))).toEqual([])
      // Of Eve's own calls one does anything: she erases in her own site.
      expect([...new Set(made.map(tableOf))].toSorted()).toEqual(['audit.entries', 'audit.heads', 'captcha.erasures'])
      const unused = Object.keys(otherAnswers).filter((what) => !cases.some((one) => one.what === what))
      expect(unused).toEqual([])
      expect(new Set(cases.map(({ route }) => route.id)).size).toBe(
        sessionRoutes.filter((route) => kindsIn(route).length > 0).length,
      )
      console.log(`${cases.length} calls of ${sessionRoutes.length} operations on 2 tenants: ${leaks.length} leaks`)
    })

    test('nobody is let in without a session', async () => {
      const { api, ofAda } = world()
      const answers = []
      for (const route of sessionRoutes) answers.push(`${route.id} ${told(await send(api, route, ofAda, null))}`)
      expect(answers).toEqual(sessionRoutes.map(({ id }) => `${id} 401 unauthenticated`))
    })

    test(
      'without a confirmed address nothing can be made, and nothing of others is visible either',
      { timeout: 60_000 },
      async () => {
        const { api, people, ofAda } = world()
        for (const route of sessionRoutes.filter((one) => kindsIn(one).length > 0 || forConfirmed.has(one.id))) {
          const answer = await sendInTime(api, route, ofAda, people.newcomer)
          const expected = forConfirmed.has(route.id)
            ? '403 email-not-verified'
            : (otherAnswers[route.id] ?? '404 not-found')
          expect(told(answer), route.id).toBe(expected)
        }
      },
    )
  })
}

function leaksOf({ what, its }: Case, hers: Answer, nobodys: Answer, { people, ofAda }: World): string[] {
  const leaks: string[] = []
  const expected = otherAnswers[what] ?? '404 not-found'
  if (told(hers) !== expected) leaks.push(`${what} is answered with ${told(hers)} and not ${expected}`)
  if (told(nobodys) !== told(hers) || withoutIds(nobodys.text) !== withoutIds(hers.text))
    leaks.push(`${what} is told apart from an id of nothing`)
  const sent = new Set(Object.values(its))
  const secrets = [people.ada.email, givenNames.ada, ...Object.values(ofAda).filter((id) => !sent.has(id))]
  for (const secret of secrets) if (hers.text.includes(secret)) leaks.push(`${what} tells ${secret}`)
  return leaks
}
