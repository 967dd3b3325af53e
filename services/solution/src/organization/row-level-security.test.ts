import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { asActor, hashToken, showToken } from '../store/as-actor.ts'
import { found, organizationOfThree, tokenIn, unchanged } from '../testing/found-organization.ts'
import { people, startService, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

/** Ada's organization with Bob as member and the newcomer as viewer, and all that can belong to it; Eve has one of her own. */
async function tenants(): Promise<TestService & { ofAda: string; ofEve: string; solution: string; joinToken: string }> {
  const service = await startService(postgres)
  const organization = await organizationOfThree(service)
  const eves = await found(service, 'eve', { name: 'Of Eve' })
  const payout = { method: 'SEPA', accountHolder: 'Ada', iban: 'DE89370400440532013000' }
  await service.call('ada', 'PUT', `/organizations/${organization.id}`, {
    ...unchanged(organization),
    legalName: 'Ada GmbH',
    payout,
  })
  await service.call('ada', 'POST', `/organizations/${organization.id}/verification-requests`, { kind: 'MANUAL' })
  await service.call('ada', 'POST', `/organizations/${organization.id}/invitations`, {
    email: 'eve@example.org',
    role: 'VIEWER',
  })
  const { token } = (
    await service.call('ada', 'POST', `/organizations/${organization.id}/invite-tokens`, {
      label: 'x',
      purpose: 'JOIN',
      role: 'VIEWER',
    })
  ).json<{ token: string }>()
  const solution = await service.create('ada', 'Ada')
  await service.call('ada', 'PUT', `/organizations/${organization.id}/solutions`, { solutionIds: [solution.id] })
  return { ...service, ofAda: organization.id, ofEve: eves.id, solution: solution.id, joinToken: token }
}

const tables = [
  'organizations',
  'organization_members',
  'organization_evidence',
  'payout_accounts',
  'invitations',
  'invite_tokens',
  'invitation_mails',
  'solutions',
]

test('statements without a WHERE see what the role of the actor shows, and nothing of another tenant', async () => {
  const service = await tenants()
  const seen = (person: 'ada' | 'bob' | 'newcomer' | 'eve' | 'stale') =>
    asActor(service.db, people[person], async (tx) => {
      const counts: number[] = []
      for (const table of tables)
        counts.push((await tx.query<object>(`test-all-${table}`, `select 1 from solution.${table}`)).length)
      return counts
    })
  expect({
    ada: await seen('ada'),
    bob: await seen('bob'),
    newcomer: await seen('newcomer'),
    eve: await seen('eve'),
    stale: await seen('stale'),
  }).toEqual({
    ada: [1, 3, 1, 1, 1, 1, 1, 1],
    bob: [1, 3, 0, 0, 0, 0, 0, 1],
    newcomer: [1, 3, 0, 0, 0, 0, 0, 1],
    eve: [1, 1, 0, 0, 0, 0, 0, 0],
    stale: [0, 0, 0, 0, 0, 0, 0, 0],
  })
})

test('a founder who has left sees the organization no more', async () => {
  const service = await tenants()
  await service.db.query(
    'test-second',
    `update solution.organization_members set role = 'ADMIN' where user_id = 'user-bob'`,
  )
  expect((await service.call('ada', 'DELETE', `/organizations/${service.ofAda}/members/user-ada`)).status).toBe(204)
  expect(
    await asActor(service.db, people.ada, (tx) => tx.query('test-left', 'select name from solution.organizations')),
  ).toEqual([])
})

test('changes and deletions without a WHERE touch nothing of others', async () => {
  const service = await tenants()
  const statements = [
    `update solution.organizations set name = 'Hacked'`,
    `update solution.organization_members set role = 'VIEWER'`,
    'delete from solution.organization_members',
    `update solution.organization_evidence set status = 'CONFIRMED'`,
    'update solution.payout_accounts set changed_at = now()',
    'delete from solution.payout_accounts',
    `update solution.invitations set status = 'ACCEPTED'`,
    'update solution.invite_tokens set uses = 0',
    'update solution.solutions set organization_id = null',
    'delete from solution.invitation_mails',
  ]
  /** Rows that were touched, or why the statement was refused; all of it is undone. */
  const touchedBy = async (
    person: 'stale' | 'newcomer' | 'bob' | 'eve',
    statement: string,
    index: number,
  ): Promise<unknown> => {
    let rows: object[] = []
    const work = asActor(service.db, people[person], async (tx) => {
      rows = await tx.query<object>(
        `test touching ${index}`,
        `with touched as (${statement} returning *) select 1 from touched`,
      )
      throw Object.assign(new Error('undo'), { code: null })
    })
    return work.catch((error: { code: string | null }) => error.code ?? rows.length)
  }
  const touched = async (person: 'stale' | 'newcomer' | 'bob' | 'eve') => {
    const results: unknown[] = []
    for (const [index, statement] of statements.entries()) results.push(await touchedBy(person, statement, index))
    return results
  }
  // Members may leave; Eve changes her own organization and stays its admin.
  expect({
    stale: await touched('stale'),
    newcomer: await touched('newcomer'),
    bob: await touched('bob'),
    eve: await touched('eve'),
  }).toEqual({
    stale: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    newcomer: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    bob: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    eve: [1, 'BL001', 'BL001', 0, 0, 0, 0, 0, 0, 0],
  })
})

const refused: [string, 'ada' | 'bob' | 'eve', string][] = [
  [
    'joining an organization without a link',
    'eve',
    `insert into solution.organization_members values ($1, 'user-eve', 'ADMIN', now())`,
  ],
  ['adding somebody', 'ada', `insert into solution.organization_members values ($1, 'user-eve', 'VIEWER', now())`],
  [
    'founding in the name of somebody else',
    'eve',
    `insert into solution.organizations (id, name, kind, contact_email, country_code, language, referral_code, accepted_terms, created_by, created_at, updated_at)
    select gen_random_uuid(), $1::text, 'AGENCY', '', 'DE', 'en', 'CODE', '{}', 'user-ada', now(), now()`,
  ],
  [
    'verifying one’s own organization',
    'ada',
    `update solution.organizations set verification = 'VERIFIED' where id = $1`,
  ],
  [
    'extending one’s own verification',
    'ada',
    `update solution.organizations set verified_until = now() + interval '9 years' where id = $1`,
  ],
  ['an account for somebody else', 'eve', `insert into solution.payout_accounts values ($1, 'SEPA', '', now())`],
  [
    'an invitation to somebody else’s',
    'bob',
    `insert into solution.invitations (id, organization_id, email, role, language, token_hash, invited_by, created_at, expires_at)
    values (gen_random_uuid(), $1, 'x', 'ADMIN', 'en', '', 'user-bob', now(), now())`,
  ],
  [
    'raising the role in an invitation',
    'ada',
    `update solution.invitations set role = 'ADMIN' where organization_id = $1`,
  ],
  [
    'turning an invitation to another address',
    'ada',
    `update solution.invitations set email = 'x' where organization_id = $1`,
  ],
  [
    'raising the limit of a link',
    'ada',
    `update solution.invite_tokens set max_uses = 1000 where organization_id = $1`,
  ],
  [
    'counting a mail for somebody else',
    'eve',
    `insert into solution.invitation_mails select 'user-ada', now() where $1::uuid is not null`,
  ],
  ['deleting an organization for good', 'ada', 'delete from solution.organizations where id = $1'],
  ['deleting evidence', 'ada', 'delete from solution.organization_evidence where organization_id = $1'],
  ['deleting an invitation', 'ada', 'delete from solution.invitations where organization_id = $1'],
  ['accepting other terms', 'ada', `update solution.organizations set accepted_terms = '{}' where id = $1`],
  [
    'founding one that is verified',
    'eve',
    `insert into solution.organizations (id, name, kind, contact_email, country_code, language, referral_code, accepted_terms, verification, created_by, created_at, updated_at)
    select gen_random_uuid(), $1::text, 'AGENCY', '', 'DE', 'en', 'CODE', '{}', 'VERIFIED', 'user-eve', now(), now()`,
  ],
  ['using a link twice at once', 'ada', 'update solution.invite_tokens set uses = uses + 2 where organization_id = $1'],
  ['forgetting uses', 'ada', 'update solution.invite_tokens set uses = uses - 1 where organization_id = $1'],
]
test('the database itself refuses what no role may do', async () => {
  const service = await tenants()
  for (const [name, person, statement] of refused)
    await expect(
      asActor(service.db, people[person], (tx) => tx.query(`test ${name}`, statement, [service.ofAda])),
      name,
    ).rejects.toMatchObject({ code: '42501' })
})

test('a solution is given by an admin of it to an organization where the actor is a member, and to no other', async () => {
  const service = await tenants()
  const give = (person: 'ada' | 'eve', solution: string, organization: string) =>
    asActor(service.db, people[person], (tx) =>
      tx.query('test-give', 'update solution.solutions set organization_id = $2 where id = $1', [
        solution,
        organization,
      ]),
    )
  await expect(give('ada', service.solution, service.ofEve)).rejects.toMatchObject({ code: '42501' })
  const ofEve = await service.create('eve')
  await expect(give('eve', ofEve.id, service.ofAda)).rejects.toMatchObject({ code: '42501' })
  await give('eve', ofEve.id, service.ofEve)
  await service.join('eve', service.solution, 'MEMBER')
  await expect(give('eve', service.solution, service.ofEve)).rejects.toMatchObject({ code: '42501' })
})

test('a shown link opens itself and nothing else, and only with its own role', async () => {
  const service = await tenants()
  const invited = hashToken(tokenIn(service.mails.at(-1)))
  const join = (tokenHash: Buffer | null, role: string, organization = service.ofAda) =>
    asActor(service.db, people.eve, async (tx) => {
      if (tokenHash) await showToken(tx, tokenHash)
      await tx.query('test-join-by', `insert into solution.organization_members values ($1, 'user-eve', $2, now())`, [
        organization,
        role,
      ])
      throw new Error('undo')
    })
  for (const tokenHash of [invited, hashToken(service.joinToken)]) {
    await expect(join(tokenHash, 'VIEWER')).rejects.toThrow('undo')
    await expect(join(tokenHash, 'ADMIN')).rejects.toMatchObject({ code: '42501' })
    await expect(join(hashToken('made-up'), 'VIEWER')).rejects.toMatchObject({ code: '42501' })
  }
  await service.db.query('test-revoke', `update solution.invitations set status = 'REVOKED'`)
  await service.db.query('test-use-up', 'update solution.invite_tokens set uses = max_uses')
  for (const tokenHash of [null, invited, hashToken(service.joinToken)])
    await expect(join(tokenHash, 'VIEWER')).rejects.toMatchObject({ code: '42501' })
})

test('who holds a link answers an open invitation and uses a link up; neither is reopened, and nothing else of them changes', async () => {
  const service = await tenants()
  const invited = hashToken(tokenIn(service.mails.at(-1)))
  const shown = (tokenHash: Buffer, statement: string) =>
    asActor(service.db, people.eve, async (tx) => {
      await showToken(tx, tokenHash)
      return tx.query<object>(`test shown ${statement}`, `${statement} returning 1`)
    })
  const [invitation, link] = ['update solution.invitations set', 'update solution.invite_tokens set']
  const refusals: [Buffer, string][] = [
    [invited, `${invitation} expires_at = now() + interval '9 years'`],
    [invited, `${invitation} status = 'REVOKED'`],
    [invited, `${invitation} status = 'DECLINED', token_hash = ''`],
    [hashToken(service.joinToken), `${link} revoked_at = now()`],
    [hashToken(service.joinToken), `${link} uses = uses - 1`],
  ]
  for (const [tokenHash, statement] of refusals)
    await expect(shown(tokenHash, statement), statement).rejects.toMatchObject({ code: '42501' })
  expect(await shown(hashToken(service.joinToken), `${link} uses = uses + 1`)).toHaveLength(1)
  expect(await shown(invited, `${invitation} status = 'DECLINED'`)).toHaveLength(1)
  await service.db.query('test-end-link', 'update solution.invite_tokens set revoked_at = now()')
  const reopenings: [Buffer, string][] = [
    [invited, `${invitation} status = 'PENDING'`],
    [invited, `${invitation} status = 'ACCEPTED'`],
    [hashToken(service.joinToken), `${link} revoked_at = null`],
  ]
  for (const [tokenHash, statement] of reopenings)
    await expect(shown(tokenHash, statement), statement).rejects.toMatchObject({ code: '42501' })
})
