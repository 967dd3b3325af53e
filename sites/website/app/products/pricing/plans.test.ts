import { localSite } from '@bollard/site-kit'
import { afterEach, expect, test, vi } from 'vitest'
import { readPlans } from './plans.server.ts'

const plan = (solutionType: string, code: string) => ({
  solutionType,
  code,
  monthly: { amountMinor: 900, currency: 'EUR' },
  yearly: { amountMinor: 9_000, currency: 'EUR' },
  overagePerThousand: null,
  selectable: true,
  bankTransfer: false,
  limits: {
    verifications: 50_000,
    protectedRequests: 0,
    domains: 5,
    environments: 2,
    members: 5,
    apiKeys: 5,
    monitors: 0,
    statusPages: 0,
    checkIntervalSeconds: null,
    verificationLogDays: 30,
    monitorResultDays: 0,
    auditLogDays: 90,
  },
  features: ['RULES'],
  slaPercent: null,
})
const siteAt = (apiInternalUrl: string) => ({ ...localSite('website'), apiInternalUrl })
const answer = {
  trialDays: 30,
  items: [plan('CAPTCHA', 'STARTER'), plan('MONITORING', 'SMALL'), plan('BUNDLE_SECURITY', 'PRO')],
}

afterEach(() => vi.useRealTimers())

test('the plans of captcha and page protection are read once for a while, and the last ones stay while the service is away', async () => {
  vi.useFakeTimers()
  const ask = vi.fn(async () => Response.json(answer))
  vi.stubGlobal('fetch', ask)
  const site = siteAt('http://plans.invalid')
  const sold = await readPlans(site)
  const codes = [sold?.plans, sold?.protection].map((plans) => plans?.map(({ code }) => code))
  expect([sold?.trialDays, ...codes]).toEqual([30, ['STARTER'], ['PRO']])
  await readPlans(site)
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(6 * 60_000)
  vi.spyOn(console, 'error').mockReturnValue()
  ask.mockRejectedValue(new TypeError('fetch failed'))
  expect(await readPlans(site)).toBe(sold)
})

test('without an answer, or with one that is none, nobody can tell the plans', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', async () => Response.json({ code: 'unavailable' }, { status: 503 }))
  expect(await readPlans(siteAt('http://away.invalid'))).toBeNull()
})
