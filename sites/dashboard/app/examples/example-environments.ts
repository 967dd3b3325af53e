import type { ApiKey, Environment } from '@bollard/contracts'
import { exampleSite } from './example-solution.ts'

const createdAt = '2026-09-01T08:30:00.000Z'

/** Production, in use, and a paused one for tests. */
export const exampleEnvironments: readonly [Environment, Environment] = [
  {
    id: '01K5Z7QEEE0000000000000001',
    name: 'Production',
    siteKey: exampleSite.siteKey,
    domains: exampleSite.domains,
    active: true,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  },
  {
    id: '01K5Z7QEEE0000000000000002',
    name: 'Staging',
    siteKey: 'site_8sLmQ2xVb7TtLk8Ws1Yd9',
    domains: ['staging.shop.example.org'],
    active: false,
    version: 2,
    createdAt,
    updatedAt: createdAt,
  },
]

const key: ApiKey = {
  id: '01K5Z7QKKK0000000000000001',
  name: 'Secret key',
  prefix: 'bsec_',
  last4: 'k7Qx',
  state: 'ACTIVE',
  environmentId: exampleEnvironments[0].id,
  networks: [],
  lastUsedAt: '2026-11-19T09:12:04.000Z',
  createdAt,
  createdBy: null,
  version: 1,
  scopes: ['verify'],
  expiresAt: null,
  replacedBy: null,
}

/** One in use, one that was replaced and works on for a day, one for everything, and one that has ended. */
export const exampleKeys: readonly ApiKey[] = [
  key,
  {
    ...key,
    id: '01K5Z7QKKK0000000000000002',
    name: 'Shop server',
    last4: 'aaB1',
    expiresAt: '2026-11-20T09:12:04.000Z',
    replacedBy: key.id,
  },
  {
    ...key,
    id: '01K5Z7QKKK0000000000000003',
    name: 'A server with a rather long name in the north of the country',
    last4: 'ccD2',
    environmentId: null,
    lastUsedAt: null,
    networks: ['192.0.2.0/24'],
  },
  { ...key, id: '01K5Z7QKKK0000000000000004', name: 'Old server', last4: 'eeF3', state: 'REVOKED' },
]
