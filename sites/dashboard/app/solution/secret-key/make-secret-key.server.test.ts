import type { ApiKey } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { makeSecretKey } from './make-secret-key.server.ts'

const solutionId = '01941f29-7c00-7000-8000-000000000001'
const oldKey: ApiKey = {
  id: '01941f29-7c00-7000-8000-000000000002',
  name: 'Secret key',
  prefix: 'bsec_abcd',
  last4: 'k7Qx',
  state: 'ACTIVE',
  environmentId: '01941f29-7c00-7000-8000-000000000003',
  networks: [],
  lastUsedAt: null,
  createdAt: '2026-09-01T08:30:00.000Z',
  createdBy: null,
  version: 1,
  scopes: ['verify'],
  expiresAt: null,
  replacedBy: null,
}
const newKey = { ...oldKey, id: '01941f29-7c00-7000-8000-000000000004', secretKey: 'bsec_new' }

/** The calls that were made, and an API that answers them; `listed` is the old key as the list shows it afterwards. */
function recorded(listed: ApiKey | Error) {
  const calls: unknown[] = []
  const note = (name: string, input: object) => calls.push({ name, ...input })
  return {
    calls,
    api: {
      listEnvironments: async () => ({
        items: [
          {
            id: '01941f29-7c00-7000-8000-000000000003',
            name: 'Production',
            siteKey: 'bsk_a',
            domains: ['shop.example'],
            active: true,
            createdAt: oldKey.createdAt,
            updatedAt: oldKey.createdAt,
            version: 1,
          },
        ],
        nextCursor: null,
      }),
      createApiKey: async (input: object) => {
        note('createApiKey', input)
        return newKey
      },
      rotateApiKey: async (input: object) => {
        note('rotateApiKey', input)
        return newKey
      },
      listApiKeys: async () => {
        if (listed instanceof Error) throw listed
        return { items: [newKey, listed], nextCursor: null }
      },
    },
  }
}
const rotation = (overlapHours: number) => [
  { name: 'rotateApiKey', solutionId, apiKeyId: oldKey.id, apiKeyRotationDto: { overlapHours } },
]

test('the old key works for another day and says until when', async () => {
  const expiresAt = '2026-11-02T09:30:00.000Z'
  const { api, calls } = recorded({ ...oldKey, expiresAt })
  expect(await makeSecretKey(api, { solutionId, apiKeyId: oldKey.id, endsNow: false })).toEqual({
    secretKey: 'bsec_new',
    old: { last4: 'k7Qx', worksUntil: expiresAt },
  })
  expect(calls).toEqual(rotation(24))
})

test('a key that leaked ends at once', async () => {
  const { api, calls } = recorded({ ...oldKey, state: 'REVOKED' })
  expect(await makeSecretKey(api, { solutionId, apiKeyId: oldKey.id, endsNow: true })).toEqual({
    secretKey: 'bsec_new',
    old: { last4: 'k7Qx', worksUntil: null },
  })
  expect(calls).toEqual(rotation(0))
})

test('the new key is shown although nobody can say what became of the old one', async () => {
  const { api } = recorded(new Error('away'))
  expect(await makeSecretKey(api, { solutionId, apiKeyId: oldKey.id, endsNow: false })).toEqual({
    secretKey: 'bsec_new',
    old: null,
  })
})

test('without a key to replace, one is made that verifies for the first environment', async () => {
  const { api, calls } = recorded(oldKey)
  expect(await makeSecretKey(api, { solutionId, apiKeyId: null, endsNow: false })).toEqual({
    secretKey: 'bsec_new',
    old: null,
  })
  expect(calls).toMatchObject([
    {
      name: 'createApiKey',
      apiKeyNewDto: { scopes: ['verify'], environmentId: oldKey.environmentId, expiresAt: null },
    },
  ])
})
