import type { ExportPart } from '@bollard/export-file'
import { startTestDatabase } from '@bollard/testing'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { found, joinOrganization } from '../testing/found-organization.ts'
import { people, type Person, startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
async function* of(...parts: ExportPart[]) {
  yield* parts
}

async function startShop() {
  const asked: unknown[] = []
  const it = await startService(postgres, {
    exportSite: (request) => {
      asked.push(request)
      return of({ path: 'captcha/settings.json', content: { threshold: 0.5 } })
    },
    exportBills: (solutionId) => of({ path: 'billing/plan.json', content: { solutionId } }),
    exportEarnings: (organizationId) => of({ path: 'programme/payouts.json', content: [{ organizationId }] }),
  })
  const filesFor = async (person: Person, url: string) => {
    const answer = await it.call(person, 'GET', url)
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'application/zip',
      'private, no-store',
    ])
    return Object.fromEntries(Object.entries(unzipSync(answer.raw)).map(([path, data]) => [path, strFromU8(data)]))
  }
  const refusal = async (person: Person | null, url: string) => {
    const { status, json } = await it.call(person, 'GET', url)
    return `${status} ${json<{ code: string }>().code}`
  }
  return { ...it, asked, filesFor, refusal }
}

test('the export of a solution holds every part, names its files, and has no secret', async () => {
  const it = await startShop()
  const shop = await it.create('ada')
  await it.join('bob', shop.id, 'VIEWER')
  await it.call('ada', 'POST', `/solutions/${shop.id}/invitations`, {
    email: 'guest@example.org',
    role: 'VIEWER',
    language: 'en',
  })
  await it.call('ada', 'PUT', `/solutions/${shop.id}/lock`, { reason: 'OWNER_REQUEST', effect: 'REFUSE' })
  const files = await it.filesFor('ada', `/solutions/${shop.id}/export`)
  const manifest = JSON.parse(files['export.json'] ?? '') as { files: string[] }
  expect(manifest).toMatchObject({
    format: 'bollard-solution',
    version: 1,
    id: shop.id,
    exportedAt: '2026-03-01T10:00:00.000Z',
  })
  expect([...manifest.files, 'export.json'].toSorted()).toEqual(Object.keys(files).toSorted())
  for (const path of [
    'solution.json',
    'members.csv',
    'invitations.json',
    'locks.json',
    'processing-agreement.json',
    'captcha/settings.json',
    'billing/plan.json',
    'audit-log.json',
    'audit-log.csv',
  ])
    expect(Object.keys(files), path).toContain(path)
  const read = (path: string): unknown => JSON.parse(files[path] ?? '')
  expect(read('solution.json')).toMatchObject({ id: shop.id, label: 'Shop' })
  expect(read('members.json')).toMatchObject([
    { userId: people.ada.userId, role: 'ADMIN' },
    { userId: people.bob.userId },
  ])
  expect(read('invitations.json')).toMatchObject([{ email: 'guest@example.org', status: 'PENDING' }])
  expect(read('locks.json')).toMatchObject([{ reason: 'OWNER_REQUEST', unlockedAt: null }])
  const actions = (read('audit-log.json') as { action: string }[]).map(({ action }) => action)
  expect(actions).toEqual(['solution.taken-along', 'solution.locked', 'invitation.created', 'solution.created'])
  expect(files['audit-log.csv']?.split('\r\n')).toHaveLength(actions.length + 2)
  expect(Object.values(files).join()).not.toMatch(/token=|token_hash|bsec_secret/u)
  expect(it.asked).toEqual([{ solutionId: shop.id, exportId: null }])
})

test('it is for admins who have just proven who they are, also when nothing can be changed any more', async () => {
  const it = await startShop()
  const shop = await it.create('ada')
  const url = `/solutions/${shop.id}/export`
  await it.join('bob', shop.id, 'MEMBER')
  await it.join('stale', shop.id, 'ADMIN')
  expect(await it.refusal(null, url)).toBe('401 unauthenticated')
  expect(await it.refusal('bob', url)).toBe('403 role-too-low')
  expect(await it.refusal('stale', url)).toBe('401 step-up-required')
  expect(await it.refusal('eve', url)).toBe('404 not-found')
  expect(await it.refusal('operator', url)).toBe('404 not-found')
  expect(await it.refusal('ada', '/solutions/019a0000-0000-7000-8000-000000000009/export')).toBe('404 not-found')
  const deletion = { confirmLabel: 'Shop', reason: 'OTHER', effective: 'IMMEDIATE', exportRequested: true }
  expect((await it.call('ada', 'DELETE', `/solutions/${shop.id}`, deletion)).status).toBe(204)
  await it.db.query(
    'test-export',
    `update solution.solutions set export_id = '019a0000-0000-7000-8000-00000000e001' where id = $1`,
    [shop.id],
  )
  await it.filesFor('ada', url)
  expect(it.asked).toEqual([{ solutionId: shop.id, exportId: '019a0000-0000-7000-8000-00000000e001' }])
  for (let count = 2; count <= 9; count += 1) await it.call('ada', 'GET', url)
  expect(await it.refusal('ada', url)).toBe('429 rate-limited')
})

test('the export of an organization holds what it is, who belongs to it, what it manages and what it earned', async () => {
  const it = await startShop()
  const agency = await found(it)
  await joinOrganization(it, people.bob.userId, agency.id, 'MEMBER')
  await joinOrganization(it, people.stale.userId, agency.id, 'ADMIN')
  const shop = await it.create('ada')
  await it.call('ada', 'PUT', `/organizations/${agency.id}/solutions`, { solutionIds: [shop.id] })
  const made = await it.call('ada', 'POST', `/organizations/${agency.id}/invite-tokens`, {
    label: 'Team',
    purpose: 'JOIN',
    role: 'MEMBER',
  })
  const url = `/organizations/${agency.id}/export`
  expect(await it.refusal(null, url)).toBe('401 unauthenticated')
  expect(await it.refusal('bob', url)).toBe('403 role-too-low')
  expect(await it.refusal('stale', url)).toBe('401 step-up-required')
  expect(await it.refusal('eve', url)).toBe('404 not-found')
  const files = await it.filesFor('ada', url)
  const read = (path: string): unknown => JSON.parse(files[path] ?? '')
  expect(read('export.json')).toMatchObject({ format: 'bollard-organization', id: agency.id })
  expect(read('organization.json')).toMatchObject({ name: agency.name })
  expect(read('members.json')).toHaveLength(3)
  expect(read('solutions.json')).toMatchObject([{ id: shop.id, label: 'Shop' }])
  expect(read('invite-tokens.json')).toMatchObject([{ label: 'Team', uses: 0 }])
  expect(read('programme/payouts.json')).toEqual([{ organizationId: agency.id }])
  expect(files['audit-log.json']).toContain('organization.created')
  expect(Object.values(files).join()).not.toContain(made.json<{ token: string }>().token)
})
