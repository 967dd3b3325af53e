import type { Invitation, InvitationPreview, Problem, ReceivedInvitation } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { auditOf, found, joinOrganization, tokenIn } from '../testing/found-organization.ts'
import { type Answer, type Person, startService, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const kinds = ['solutions', 'organizations']
const refusal = (answer: Answer) => [answer.status, answer.json<Problem>().code]

async function start(kind: string) {
  const service = await startService(postgres)
  const { id } =
    kind === 'solutions'
      ? await service.create('ada', 'Ada’s Shop')
      : await found(service, 'ada', { name: 'Ada’s Shop' })
  const join = (person: Person, role: 'ADMIN' | 'MEMBER' | 'VIEWER') =>
    kind === 'solutions' ? service.join(person, id, role) : joinOrganization(service, `user-${person}`, id, role)
  const url = `/${kind}/${id}/invitations`
  const invite = (person: Person | null, email: string, changes: object = {}) =>
    service.call(person, 'POST', url, { email, role: 'MEMBER', ...changes })
  return { service, id, url, invite, join }
}
const post = (service: TestService, person: Person | null, what: string, body: object) =>
  service.call(person, 'POST', `/invitations/${what}`, body)
const lastToken = (service: TestService) => tokenIn(service.mails.at(-1))

test.each(kinds)(
  '%s: an invitation is mailed in its language, previewed, and accepted by whom it is for',
  async (kind) => {
    const { service, id, invite, url } = await start(kind)
    const answer = await invite('ada', 'Bob@Example.org', { role: 'MEMBER', language: 'de', message: 'Willkommen!' })
    expect(answer.status).toBe(201)
    expect(answer.json<Invitation>()).toMatchObject({
      email: 'bob@example.org',
      role: 'MEMBER',
      status: 'PENDING',
      invitedBy: { userId: 'user-ada', givenName: 'ada' },
      createdAt: '2026-03-01T10:00:00.000Z',
      expiresAt: '2026-03-08T10:00:00.000Z',
      resentAt: null,
    })
    const mail = service.mails.at(-1)
    expect([mail?.to, mail?.tag]).toEqual([
      'bob@example.org',
      kind === 'solutions' ? 'invitation-solution' : 'invitation-organization',
    ])
    for (const words of [
      'Ada’s Shop',
      'Mitglied',
      '8. März 2026',
      'Willkommen!',
      'https://identity.example/de/invitation#token=',
    ])
      expect(mail?.text).toContain(words)
    const token = lastToken(service)
    expect(answer.text).not.toContain(token)

    const preview = await post(service, null, 'preview', { token })
    expect([preview.status, preview.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(preview.json<InvitationPreview>()).toEqual({
      to: { kind: kind === 'solutions' ? 'SOLUTION' : 'ORGANIZATION', name: 'Ada’s Shop' },
      role: 'MEMBER',
      status: 'PENDING',
      inviterName: 'ada',
      message: 'Willkommen!',
      expiresAt: '2026-03-08T10:00:00.000Z',
      maskedEmail: 'b•••@example.org',
    })
    expect(refusal(await post(service, 'eve', 'acceptance', { token }))).toEqual([403, 'wrong-account'])
    expect(refusal(await post(service, null, 'acceptance', { token }))).toEqual([401, 'unauthenticated'])
    const accepted = await post(service, 'bob', 'acceptance', { token })
    expect(accepted.json<ReceivedInvitation>()).toMatchObject({
      to: { id, name: 'Ada’s Shop' },
      role: 'MEMBER',
      status: 'ACCEPTED',
    })
    expect((await service.call('bob', 'GET', `/${kind}/${id}`)).json()).toMatchObject({ myRole: 'MEMBER' })

    expect(refusal(await post(service, 'bob', 'acceptance', { token }))).toEqual([409, 'already-member'])
    expect((await post(service, null, 'preview', { token })).json<InvitationPreview>().status).toBe('ACCEPTED')
    expect(refusal(await post(service, null, 'decline', { token }))).toEqual([409, 'state-conflict'])
    expect(
      (await service.call('ada', 'GET', url)).json<{ items: Invitation[] }>().items.map(({ status }) => status),
    ).toEqual(['ACCEPTED'])
    expect((await auditOf(service, id)).slice(1)).toMatchObject([
      { action: 'invitation.created', actor: 'user-ada', after: { email: 'b•••@example.org', role: 'MEMBER' } },
      { action: 'invitation.accepted', actor: 'user-bob', after: { role: 'MEMBER' } },
    ])
    expect(
      JSON.stringify(await service.db.query('test-everything', 'select * from solution.invitations')),
    ).not.toContain(token)
  },
)

test.each(kinds)('%s: only admins invite and see invitations; to make an admin takes a fresh proof', async (kind) => {
  const { service, url, invite, join } = await start(kind)
  await join('bob', 'MEMBER')
  await join('newcomer', 'VIEWER')
  await join('stale', 'ADMIN')
  const { id } = (await invite('ada', 'someone@example.org')).json<Invitation>()
  const strangers = [
    ['bob', 'role-too-low'],
    ['newcomer', 'role-too-low'],
    ['eve', 'not-found'],
    [null, 'unauthenticated'],
  ] as const
  for (const [person, code] of strangers) {
    expect((await invite(person, 'x@example.org')).json<Problem>().code).toBe(code)
    expect((await service.call(person, 'GET', url)).json<Problem>().code).toBe(code)
    const unseen = person === null ? 'unauthenticated' : 'not-found'
    expect((await service.call(person, 'POST', `/invitations/${id}/resend`)).json<Problem>().code).toBe(unseen)
    expect((await service.call(person, 'DELETE', `/invitations/${id}`)).json<Problem>().code).toBe(unseen)
  }
  expect((await invite('operator', 'x@example.org')).json<Problem>().code).toBe('not-found')
  expect((await service.call('operator', 'DELETE', `/invitations/${id}`)).json<Problem>().code).toBe('not-found')
  expect((await service.call('operator', 'GET', url)).json<{ items: Invitation[] }>().items).toHaveLength(1)
  expect(refusal(await invite('stale', 'x@example.org', { role: 'ADMIN' }))).toEqual([401, 'step-up-required'])
  expect((await invite('stale', 'x@example.org', { role: 'VIEWER' })).status).toBe(201)
  expect((await invite('ada', 'y@example.org', { role: 'ADMIN' })).status).toBe(201)
  const { items } = (await service.call('stale', 'GET', url)).json<{ items: Invitation[] }>()
  service.clock.now = new Date('2026-03-01T10:02:00.000Z')
  expect(refusal(await service.call('stale', 'POST', `/invitations/${items[0]?.id}/resend`))).toEqual([
    401,
    'step-up-required',
  ])
  for (const change of [{ email: 'nobody' }, { role: 'OWNER' }, { message: 'x'.repeat(501) }, { language: 'xx' }])
    expect((await invite('ada', 'x@example.org', change)).status).toBe(422)
  expect(refusal(await invite('ada', 'x@example.org', { status: 'ACCEPTED' }))).toEqual([400, 'unknown-field'])
})

test.each(kinds)(
  '%s: who is invited again has one open invitation, and the earlier link no longer works',
  async (kind) => {
    const { service, invite, url } = await start(kind)
    await invite('ada', 'bob@example.org')
    const first = lastToken(service)
    await invite('ada', 'BOB@example.org', { role: 'VIEWER' })
    const second = lastToken(service)
    expect((await post(service, null, 'preview', { token: first })).json<InvitationPreview>().status).toBe('REVOKED')
    expect(refusal(await post(service, 'bob', 'acceptance', { token: first }))).toEqual([410, 'invitation-expired'])
    expect(
      (await service.call('ada', 'GET', url))
        .json<{ items: Invitation[] }>()
        .items.map(({ status, role }) => [status, role]),
    ).toEqual([
      ['PENDING', 'VIEWER'],
      ['REVOKED', 'MEMBER'],
    ])
    expect((await post(service, 'bob', 'acceptance', { token: second })).json<ReceivedInvitation>().role).toBe('VIEWER')
  },
)

test('a link lives for 7 days; sending it again makes a new one, after a minute and once a minute', async () => {
  const { service, invite, id } = await start('solutions')
  const { id: invitationId } = (await invite('ada', 'bob@example.org')).json<Invitation>()
  const first = lastToken(service)
  const resend = () => service.call('ada', 'POST', `/invitations/${invitationId}/resend`)
  expect([...refusal(await resend()), (await resend()).headers['retry-after']]).toEqual([429, 'rate-limited', '60'])
  service.clock.now = new Date('2026-03-08T10:00:00.000Z')
  expect((await post(service, null, 'preview', { token: first })).json<InvitationPreview>().status).toBe('EXPIRED')
  expect(refusal(await post(service, 'bob', 'acceptance', { token: first }))).toEqual([410, 'invitation-expired'])
  expect(refusal(await post(service, null, 'decline', { token: first }))).toEqual([410, 'invitation-expired'])
  expect((await service.call('bob', 'GET', '/invitations')).json()).toEqual({ items: [] })
  expect((await resend()).json<Invitation>()).toMatchObject({
    status: 'PENDING',
    expiresAt: '2026-03-15T10:00:00.000Z',
    resentAt: '2026-03-08T10:00:00.000Z',
  })
  expect(refusal(await post(service, 'bob', 'acceptance', { token: first }))).toEqual([400, 'token-invalid'])
  expect((await post(service, 'bob', 'acceptance', { token: lastToken(service) })).status).toBe(200)
  expect(refusal(await resend())).toEqual([409, 'state-conflict'])
  expect(refusal(await service.call('ada', 'DELETE', `/invitations/${invitationId}`))).toEqual([409, 'state-conflict'])
  expect((await auditOf(service, id)).map(({ action }) => action)).toEqual([
    'solution.created',
    'invitation.created',
    'invitation.resent',
    'invitation.accepted',
  ])
})

test('an invitation is taken back by an admin and turned down by whoever holds the link, once for all', async () => {
  const { service, invite, id } = await start('solutions')
  const { id: revoked } = (await invite('ada', 'bob@example.org')).json<Invitation>()
  expect((await service.call('ada', 'DELETE', `/invitations/${revoked}`)).status).toBe(204)
  expect(refusal(await post(service, 'bob', 'acceptance', { token: lastToken(service) }))).toEqual([
    410,
    'invitation-expired',
  ])
  await invite('ada', 'bob@example.org')
  const token = lastToken(service)
  for (let i = 0; i < 2; i += 1) expect((await post(service, null, 'decline', { token })).status).toBe(204)
  expect(refusal(await post(service, 'bob', 'acceptance', { token }))).toEqual([409, 'state-conflict'])
  expect((await auditOf(service, id)).at(-1)).toMatchObject({ action: 'invitation.declined', actor: null })
  for (const what of ['preview', 'decline'])
    expect(refusal(await post(service, null, what, { token: 'made-up' }))).toEqual([400, 'token-invalid'])
  expect(refusal(await post(service, 'bob', 'acceptance', { token: 'made-up' }))).toEqual([400, 'token-invalid'])
})

test('own open invitations are listed for a confirmed address only, and can be answered without the mail', async () => {
  const { service, invite, id } = await start('organizations')
  const solution = await service.create('ada', 'Second')
  await invite('ada', 'bob@example.org')
  await service.call('ada', 'POST', `/solutions/${solution.id}/invitations`, {
    email: 'bob@example.org',
    role: 'VIEWER',
  })
  await invite('ada', 'newcomer@example.org')
  const mine = async (person: Person) =>
    (await service.call(person, 'GET', '/invitations')).json<{ items: ReceivedInvitation[] }>().items
  const [toSolution, toOrganization] = await mine('bob')
  expect([toSolution, toOrganization]).toMatchObject([
    { to: { kind: 'SOLUTION', id: solution.id, name: 'Second' }, role: 'VIEWER', inviterName: 'ada' },
    { to: { kind: 'ORGANIZATION', id, name: 'Ada’s Shop' }, role: 'MEMBER' },
  ])
  expect([await mine('newcomer'), await mine('eve'), await mine('ada')]).toEqual([[], [], []])
  const invitationId = toSolution?.id ?? ''
  expect(refusal(await post(service, 'newcomer', 'acceptance', { invitationId }))).toEqual([403, 'email-not-verified'])
  expect(refusal(await post(service, 'eve', 'acceptance', { invitationId }))).toEqual([404, 'not-found'])
  expect(refusal(await post(service, 'eve', 'decline', { invitationId }))).toEqual([404, 'not-found'])
  expect(refusal(await post(service, null, 'decline', { invitationId }))).toEqual([401, 'unauthenticated'])
  expect(refusal(await post(service, 'newcomer', 'decline', { invitationId }))).toEqual([403, 'email-not-verified'])
  for (const body of [{}, { invitationId, token: 'x' }])
    expect((await post(service, 'bob', 'acceptance', body)).status).toBe(422)
  expect((await post(service, 'bob', 'acceptance', { invitationId })).status).toBe(200)
  expect((await post(service, 'bob', 'decline', { invitationId: toOrganization?.id })).status).toBe(204)
  expect(await mine('bob')).toEqual([])
  expect((await service.call('bob', 'GET', `/solutions/${solution.id}`)).status).toBe(200)
  expect((await service.call('bob', 'GET', `/organizations/${id}`)).status).toBe(404)
})

test('an unconfirmed address accepts nothing, not even by the link', async () => {
  const { service, invite } = await start('solutions')
  await invite('ada', 'newcomer@example.org')
  expect(refusal(await post(service, 'newcomer', 'acceptance', { token: lastToken(service) }))).toEqual([
    403,
    'email-not-verified',
  ])
})

test('who is a member already is told so, whether invited again or come in another way', async () => {
  const { service, invite, join, url } = await start('solutions')
  await invite('ada', 'bob@example.org')
  await join('bob', 'VIEWER')
  expect(refusal(await invite('ada', 'bob@example.org'))).toEqual([409, 'already-member'])
  expect(refusal(await post(service, 'bob', 'acceptance', { token: lastToken(service) }))).toEqual([
    409,
    'already-member',
  ])
  expect(
    (await service.call('ada', 'GET', url)).json<{ items: Invitation[] }>().items.map(({ status }) => status),
  ).toEqual(['ACCEPTED'])
})

test('the answer to an invitation is the same whether the address has an account, and nobody is asked', async () => {
  const asked: string[][] = []
  const service = await startService(postgres, { findPeople: async (ids) => (asked.push([...ids]), []) })
  const { id } = await service.create('ada')
  const answers = await Promise.all(
    ['bob@example.org', 'nobody@example.org'].map((email) =>
      service.call('ada', 'POST', `/solutions/${id}/invitations`, { email, role: 'VIEWER' }),
    ),
  )
  const [known, unknown] = answers.map((answer) => ({ ...answer.json<Invitation>(), id: '', email: '' }))
  expect(known).toEqual(unknown)
  expect(asked.flat()).not.toContain('user-bob')
})

test('accepting at the same moment, or while it is taken back, counts once', async () => {
  const { service, invite, id } = await start('solutions')
  for (let round = 0; round < 5; round += 1) {
    const { id: invitationId } = (await invite('ada', 'bob@example.org')).json<Invitation>()
    const token = lastToken(service)
    const accept = () => post(service, 'bob', 'acceptance', { token })
    const [first, second, revoked] = await Promise.all([
      accept(),
      accept(),
      service.call('ada', 'DELETE', `/invitations/${invitationId}`),
    ])
    const joined = [first, second].filter(({ status }) => status === 200).length
    expect(joined + (revoked.status === 204 ? 1 : 0)).toBe(1)
    if (joined === 1) await service.call('bob', 'DELETE', `/solutions/${id}/members/user-bob`)
  }
})

test('while a solution can only be read nobody is invited, but invitations can be taken back', async () => {
  const { service, invite, id } = await start('solutions')
  const { id: invitationId } = (await invite('ada', 'bob@example.org')).json<Invitation>()
  await service.db.query(
    'test-lock',
    `insert into solution.locks (id, solution_id, reason, effect, locked_at) values (gen_random_uuid(), $1, 'LEGAL_ORDER', 'READ_ONLY', $2)`,
    [id, service.clock.now],
  )
  expect(refusal(await invite('ada', 'eve@example.org'))).toEqual([403, 'solution-locked'])
  expect(refusal(await service.call('ada', 'POST', `/invitations/${invitationId}/resend`))).toEqual([
    403,
    'solution-locked',
  ])
  expect((await service.call('ada', 'DELETE', `/invitations/${invitationId}`)).status).toBe(204)
})

test('a repeated call with an idempotency key mails once', async () => {
  const { service, url } = await start('solutions')
  const call = (role: string) =>
    service.call('ada', 'POST', url, { email: 'bob@example.org', role }, { 'idempotency-key': 'k' })
  const [first, second] = [await call('VIEWER'), await call('VIEWER')]
  expect(second.json()).toEqual(first.json())
  expect([second.headers['idempotency-replayed'], service.mails.length]).toEqual(['true', 1])
  expect(refusal(await call('MEMBER'))).toEqual([409, 'idempotency-mismatch'])
})

test('an invitation leads nowhere once the solution is to be deleted', async () => {
  const { service, invite } = await start('solutions')
  await invite('ada', 'bob@example.org')
  await service.db.query('test-delete', `update solution.solutions set lifecycle = 'DELETION_PENDING'`)
  expect(refusal(await post(service, null, 'preview', { token: lastToken(service) }))).toEqual([400, 'token-invalid'])
  expect(refusal(await post(service, 'bob', 'acceptance', { token: lastToken(service) }))).toEqual([
    400,
    'token-invalid',
  ])
  expect((await service.call('bob', 'GET', '/invitations')).json()).toEqual({ items: [] })
})
