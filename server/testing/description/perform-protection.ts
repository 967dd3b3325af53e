import { randomBytes } from 'node:crypto'
import { createDecisionIds } from '@bollard/decisions'
import { limiter } from '../api/protected-site.ts'
import type { Stage } from './stage.ts'

/** Requests to a site that its server, a gateway and a proxy ask about, and a limiter that goes live. */
export async function performProtection({ api, people: { ada }, its: { solutionId } }: Stage): Promise<void> {
  const { client } = ada
  const made = await client.createLimiter({ solutionId, limiterNewDto: { ...limiter, name: 'payments' } })
  const { id: limiterId, version } = made
  const limiterDto = { ...limiter, name: 'payments', mode: 'LIVE' as const, version }
  await client.updateLimiter({ solutionId, limiterId, limiterDto })
  await client.finishLimiterChange({ solutionId, limiterId })
  await client.rollBackLimiterChange({ solutionId, limiterId })
  // All decisions are kept, since which of a share depends on their random numbers.
  const settings = await client.getProtectionSettings({ solutionId })
  await client.updateProtectionSettings({
    solutionId,
    protectionSettingsDto: { ...settings, decisionDays: 14, sampledPercent: 100 },
  })
  const { secretKey } = await client.createApiKey({ solutionId, apiKeyNewDto: { name: 'Server', scopes: ['verify'] } })
  const authorization = `Bearer ${secretKey}`
  const ask = (path: string, body?: object) =>
    api.hearing.fetch(`${api.url}/protection/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const request = {
    address: '198.51.100.7',
    method: 'POST',
    host: 'shop.example',
    path: '/login',
    userAgent: 'Mozilla/5.0',
  }
  const decided = await ask('decisions', { request })
  const { id }: { id: string } = await decided.json()
  await ask(`decisions/${id}/ending`, { ending: 'SUCCESS', status: 200 })
  await ask('policy')
  const at = api.now()
  const decision = {
    id: createDecisionIds(randomBytes)(at.getTime()),
    at: at.toISOString(),
    policyVersion: 1,
    request,
    conclusion: 'ALLOW',
    reasons: [],
    parts: [],
    failedOpen: false,
    tookMs: 0.2,
    ending: 'SUCCESS',
    status: 200,
  }
  await ask('decisions/reports', { from: 'MIDDLEWARE', decisions: [decision] })
  await api.hearing.fetch(`${api.url}/protection/v1/forward-auth`, {
    headers: {
      authorization,
      'x-forwarded-host': 'shop.example',
      'x-forwarded-uri': '/',
      'x-forwarded-for': '198.51.100.7',
    },
  })
  await client.listSeenAddresses({ solutionId })
}
