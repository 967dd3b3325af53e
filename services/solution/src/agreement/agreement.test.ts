import type { Problem, ProcessingAgreement } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { auditOf } from '../testing/found-organization.ts'
import { type Answer, startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const said = (answer: Answer) =>
  answer.status < 300 ? String(answer.status) : `${answer.status} ${answer.json<Problem>().code}`

test('an admin accepts the version that is offered, once; members read who did and when, and nobody else does either', async () => {
  const { call, create, join, ...service } = await startService(postgres)
  const { id } = await create('ada', 'Shop')
  await join('bob', id, 'MEMBER')
  const path = `/solutions/${id}/dpa`
  const offered = { version: '2026-01', url: 'https://operator.example/dpa' }
  expect((await call('bob', 'GET', path)).json()).toEqual({ offered, accepted: [] })
  for (const [who, answer] of [
    [null, '401 unauthenticated'],
    ['eve', '404 not-found'],
    ['bob', '403 role-too-low'],
    ['operator', '404 not-found'],
  ] as const)
    expect(said(await call(who, 'PUT', path, { version: '2026-01' })), String(who)).toBe(answer)
  expect(said(await call('eve', 'GET', path))).toBe('404 not-found')
  expect((await call('ada', 'PUT', path, { version: '2025-12' })).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '/version', code: 'unknown' }],
  })

  const answers = await Promise.all(Array.from({ length: 3 }, () => call('ada', 'PUT', path, { version: '2026-01' })))
  const accepted = [
    {
      version: '2026-01',
      acceptedAt: service.clock.now.toISOString(),
      acceptedBy: { userId: 'user-ada', name: expect.any(String) },
    },
  ]
  for (const answer of answers) expect(answer.json<ProcessingAgreement>()).toEqual({ offered, accepted })
  expect((await call('operator', 'GET', path)).json()).toEqual({ offered, accepted })
  const entries = (await auditOf(service as never, id)).filter(({ action }) => action === 'agreement.accepted')
  expect(entries).toMatchObject([{ actor: 'user-ada', after: { dpaVersion: '2026-01' } }])
})

test('where the operator has no agreement, nothing is offered and nothing can be accepted, when a solution is made either', async () => {
  const { call, create } = await startService(postgres, { dpa: null })
  const { id } = await create('ada')
  expect((await call('ada', 'GET', `/solutions/${id}/dpa`)).json()).toEqual({ offered: null, accepted: [] })
  expect(said(await call('ada', 'PUT', `/solutions/${id}/dpa`, { version: '2026-01' }))).toBe('422 validation-failed')
  const body = { type: 'CAPTCHA', label: 'Second', domains: ['shop.example'], dpaAccepted: { version: '2026-01' } }
  expect(said(await call('ada', 'POST', '/solutions', body))).toBe('422 validation-failed')
})
