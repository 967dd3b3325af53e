import { entityKindOf, type Route } from '@bollard/contracts'
import { describe, expect, test } from 'vitest'
import type { Belongings, Kind } from './kinds.ts'
import { kindsInPath, sessionRoutes } from './examples.ts'
import type { Name } from './people.ts'
import { roleTable } from './role-table.ts'
import { type Answer, sendInTime } from './send.ts'
import type { World } from './world.ts'

const letters = { vic: 'V', mia: 'M', ada: 'A', operator: 'O' } as const satisfies Partial<Record<Name, string>>
type Asked = keyof typeof letters
/** Takes away what others need, so it comes last; without the admin site, and without the app, the operator is none any more. */
const last = [
  'createErasure',
  'endChangeMode',
  'endOperatorSession',
  'openOperatorSession',
  'deleteTotp',
  'archiveEnvironment',
  'removeSolutionMember',
  'removeOrganizationMember',
  'deleteOrganization',
]

/** Calls that ask for more than the contract says, since that hangs on what they bring or find. */
const askedMore: Readonly<Record<string, string>> = {
  assignOrganizationSolutions: 'an admin of the solutions that are added',
  createAccountingCorrection: 'there is no closed month',
  createMonitoringKey: 'an administrator of the installation, unless its settings let all admins',
  deleteSavedFilter: 'only the person who saved it, here an admin',
  downloadPayoutDocument: 'there is no payout',
  previewAccountingCorrection: 'there is no closed month',
  removeOrganizationMember: 'everybody may leave, only an admin removes others',
  removeSolutionMember: 'everybody may leave, only an admin removes others',
  renameSavedFilter: 'only the person who saved it, here an admin',
}

/** In place of examples that name more than a role is asked for. */
const plain: Readonly<Record<string, object>> = { updateSolution: { timezone: 'Europe/Berlin', version: 1 } }

/** What each role may do, over every route for signed-in people. */
export function roleTests(world: () => World): void {
  describe('roles', () => {
    test('the table has every operation', () => {
      expect(Object.keys(roleTable).toSorted()).toEqual(sessionRoutes.map(({ id }) => id).toSorted())
    })

    test('the contract says the same of all that happens at a solution or an organization', () => {
      const said = (route: Route) => {
        const { role, operator } = route.access
        const members =
          role === undefined || operator === 'only' ? '' : { VIEWER: 'VMA', MEMBER: 'MA', ADMIN: 'A' }[role]
        return members + (operator === undefined ? '' : 'O')
      }
      const differing = sessionRoutes
        .filter((route) => entityKindOf(route) !== null && said(route) !== roleTable[route.id])
        .map(({ id }) => id)
      expect(differing.toSorted()).toEqual(Object.keys(askedMore).toSorted())
    })

    test(
      'viewer, member, admin and operator may do what the table says, and nothing fails',
      { timeout: 90_000 },
      async () => {
        const { api, people, ofAda, ofEve, make } = world()
        const ordered = sessionRoutes.toSorted((one, other) => last.indexOf(one.id) - last.indexOf(other.id))
        const differing: string[] = []
        for (const route of ordered) {
          if (route.id.startsWith('remove')) await make.guest(ofAda, people.eve)
          let may = ''
          const heard: string[] = []
          for (const name of Object.keys(letters) as Asked[]) {
            const its = route.id.startsWith('remove')
              ? { ...ofAda, memberId: ofEve.userId }
              : roleTable[route.id]?.includes(letters[name])
                ? await belongingsFor(route, world())
                : ofAda
            const answer = await sendInTime(api, route, its, people[name], {}, plain[route.id])
            if (isLetIn(answer)) may += letters[name]
            heard.push(`${letters[name]} ${answer.status} ${answer.code ?? ''}`)
            if (answer.status >= 500 && answer.code !== 'not-configured')
              differing.push(`${route.id} fails for ${name}: ${answer.text}`)
          }
          if (may !== roleTable[route.id])
            differing.push(`${route.id}: ${may} and not ${roleTable[route.id]} (${heard.join(', ')})`)
        }
        expect(differing).toEqual([])
        console.log(`${ordered.length * 4} decisions of ${ordered.length} operations`)
      },
    )

    test(
      'an administrator whose session has shown no second factor is told that one is needed, wherever only that opens a call',
      { timeout: 90_000 },
      async () => {
        const { api, people, ofAda } = world()
        const setFactor = (at: Date | null) =>
          api.db.pool.query('update identity.sessions set second_factor_at = $1 where user_id = $2', [
            at,
            people.operator.id,
          ])
        const told: string[] = []
        const differing: string[] = []
        for (const route of sessionRoutes) {
          if (!(await isForOperators(world(), route))) continue
          await setFactor(null)
          const { status, code } = await sendInTime(api, route, ofAda, people.operator, {}, plain[route.id])
          await setFactor(new Date())
          if (`${status} ${code}` === '403 second-factor-needed') told.push(route.id)
          else differing.push(`${route.id}: ${status} ${code}`)
        }
        expect(differing).toEqual([])
        expect(told.length).toBeGreaterThan(20)
      },
    )
  })
}

/** A call that Ada's solution lets nobody make but its members and an administrator of the deployment. */
const isForOperators = async ({ api, people, ofAda }: World, route: Route): Promise<boolean> =>
  roleTable[route.id]?.includes('O') === true &&
  !isLetIn(await sendInTime(api, route, ofAda, people.eve, {}, plain[route.id]))

/** Whatever else may be wrong with a call: it was not refused because of who makes it. */
function isLetIn({ code }: Answer): boolean {
  return ![
    'unauthenticated',
    'forbidden',
    'role-too-low',
    'not-found',
    'verification-not-found',
    'wrong-account',
    'second-factor-needed',
    'operator-session-needed',
    'change-mode-needed',
  ].includes(code ?? '')
}

/** A new thing for each call that will take it away. */
async function belongingsFor({ method, path, ...route }: Route, { ofAda, make }: World): Promise<Belongings> {
  const [, kind] = kindsInPath({ method, path, ...route }).at(-1) ?? []
  const maker = kind && kind in make ? make[kind as Kind & keyof typeof make] : undefined
  if (method !== 'DELETE' || !maker || last.includes(route.id) || !path.endsWith('}')) return ofAda
  // Neither is taken away: the label is wrong, and of the session there is one.
  if (kind === 'solutionId' || kind === 'sessionId') return ofAda
  return { ...ofAda, [kind as Kind]: await maker(ofAda) }
}
