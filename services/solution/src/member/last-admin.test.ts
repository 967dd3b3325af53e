import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { found } from '../testing/found-organization.ts'
import { type Answer, startService, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const rounds = 25

/** Ada and Bob as the admins of many solutions or organizations. */
async function pairs(kind: string): Promise<{ service: TestService; urls: string[] }> {
  const service = await startService(postgres)
  const organization = kind === 'organizations' ? await found(service) : null
  const urls: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    // One organization again and again: a person belongs to ten at most.
    const id = organization?.id ?? (await service.create('ada')).id
    if (organization === null) await service.join('bob', id, 'ADMIN')
    urls.push(`/${kind}/${id}/members`)
  }
  return { service, urls }
}

async function admins({ db }: TestService, kind: string, url: string): Promise<number> {
  const id = url.split('/')[2]
  const sql =
    kind === 'solutions'
      ? `select 1 from solution.members where solution_id = $1 and role = 'ADMIN'`
      : `select 1 from solution.organization_members where organization_id = $1 and role = 'ADMIN'`
  return (await db.query<object>(`test-admins-${kind}`, sql, [id])).length
}

const remove = (service: TestService, by: 'ada' | 'bob', whom: string, url: string) =>
  service.call(by, 'DELETE', `${url}/user-${whom}`)
const demote = (service: TestService, by: 'ada' | 'bob', whom: string, url: string) =>
  service.call(by, 'PUT', `${url}/user-${whom}`, { role: 'VIEWER' })

const races: [string, (service: TestService, url: string) => Promise<Answer[]>][] = [
  [
    'two admins remove each other',
    (service, url) => Promise.all([remove(service, 'ada', 'bob', url), remove(service, 'bob', 'ada', url)]),
  ],
  [
    'two admins demote each other',
    (service, url) => Promise.all([demote(service, 'ada', 'bob', url), demote(service, 'bob', 'ada', url)]),
  ],
  [
    'both leave',
    (service, url) => Promise.all([remove(service, 'ada', 'ada', url), remove(service, 'bob', 'bob', url)]),
  ],
  [
    'one leaves while being removed',
    (service, url) => Promise.all([remove(service, 'ada', 'ada', url), remove(service, 'bob', 'ada', url)]),
  ],
  [
    'one leaves while demoting the other',
    (service, url) => Promise.all([remove(service, 'ada', 'ada', url), demote(service, 'ada', 'bob', url)]),
  ],
]

for (const kind of ['solutions', 'organizations']) {
  test(
    `${kind}: an admin stays in every round, whatever two admins do at the same moment`,
    { timeout: 60_000 },
    async () => {
      const { service, urls } = await pairs(kind)
      for (const [index, url] of urls.entries()) {
        const [name = '', race] = races[index % races.length] ?? []
        if (kind === 'organizations') await resetTo(service, url)
        const answers = (await race?.(service, url)) ?? []
        expect(
          await admins(service, kind, url),
          `${name}: ${answers.map(({ text }) => text).join(' ')}`,
        ).toBeGreaterThanOrEqual(1)
        for (const { status, text } of answers) expect([200, 204, 403, 404, 409], text).toContain(status)
        expect(answers.filter(({ status }) => status < 300).length, name).toBeGreaterThanOrEqual(1)
      }
    },
  )
}

test('by the other way of leaving, two admins cannot both go either', { timeout: 60_000 }, async () => {
  const { service, urls } = await pairs('solutions')
  for (const url of urls.slice(0, 10)) {
    const leave = (person: 'ada' | 'bob') =>
      service.call(person, 'PUT', `/solutions/members/user-${person}/leave`, { solutionIds: [url.split('/')[2]] })
    const answers = await Promise.all([leave('ada'), remove(service, 'bob', 'bob', url)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await admins(service, 'solutions', url)).toBe(1)
  }
})

test('the database itself keeps one, for any statement, until the solution or the organization is deleted', async () => {
  const service = await startService(postgres)
  const [solution, organization] = [await service.create('ada'), await found(service)]
  await service.join('bob', solution.id, 'VIEWER')
  const run = (text: string) => service.db.pool.query(text)
  for (const text of [
    'delete from solution.members',
    `update solution.members set role = 'MEMBER'`,
    'delete from solution.organization_members',
  ])
    await expect(run(text), text).rejects.toMatchObject({ code: 'BL001' })
  await run(`update solution.solutions set lifecycle = 'DELETED'; update solution.organizations set deleted_at = now()`)
  await run('delete from solution.members; delete from solution.organization_members')
  expect([await service.count('members'), await service.count('organization_members')]).toEqual([0, 0])
  expect(organization.memberCount).toBe(1)
})

async function resetTo(service: TestService, url: string): Promise<void> {
  const id = url.split('/')[2] ?? ''
  await service.db.pool
    .query(`insert into solution.organization_members values ('${id}', 'user-ada', 'ADMIN', now()), ('${id}', 'user-bob', 'ADMIN', now())
    on conflict (organization_id, user_id) do update set role = 'ADMIN'`)
}
