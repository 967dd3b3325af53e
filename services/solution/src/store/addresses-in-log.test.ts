import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { atEnd } from '../testing/cancel.ts'
import { found, unchanged } from '../testing/found-organization.ts'
import { startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

test('of all addresses that a journey names, none stands in the log that is never erased', async () => {
  const it = await startService(postgres)
  const { id } = await it.create('ada', 'Shop')
  const path = `/solutions/${id}`
  const ok = async (answer: Promise<{ status: number; text: string }>) =>
    expect((await answer).status, (await answer).text).toBeLessThan(300)
  await ok(
    it.call('ada', 'PUT', path, { notificationEmails: ['night.shift@shop.example', 'desk@shop.example'], version: 1 }),
  )
  await ok(it.call('ada', 'PUT', path, { notificationEmails: ['other@shop.example'], version: 2 }))
  await ok(it.call('ada', 'POST', `${path}/invitations`, { email: 'friend@shop.example', role: 'VIEWER' }))
  await ok(
    it.call('ada', 'DELETE', path, {
      ...atEnd('Shop'),
      comment: 'Write to leaver@shop.example, or (mine) private.mail@home.example.',
    }),
  )
  const organization = await found(it)
  const address = { street: 'Hidden Lane 7', postalCode: '10117', city: 'Berlin' }
  await ok(
    it.call('ada', 'PUT', `/organizations/${organization.id}`, {
      ...unchanged(organization),
      contactEmail: 'partner.desk@agency.example',
      address,
    }),
  )

  const [log] = await it.db.query<{ text: string }>(
    'test-log',
    `select string_agg(coalesce(before::text, '') || coalesce(after::text, ''), ' ') as text from audit.entries`,
  )
  const text = log?.text ?? ''
  for (const used of [
    'night.shift',
    'desk@',
    'other@',
    'friend@',
    'leaver',
    'private.mail',
    'partner.desk',
    'Hidden Lane',
    '10117',
  ])
    expect(text, used).not.toContain(used)
  for (const kept of [
    'n•••@shop.example',
    'l•••@shop.example',
    'p•••@home.example',
    'p•••@agency.example',
    'f•••@shop.example',
  ])
    expect(text).toContain(kept)
})
