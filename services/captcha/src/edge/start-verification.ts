import { judgeRequest, riskBandOf } from '@bollard/bot-score'
import { ProblemError } from '@bollard/http'
import { encodeChallenge } from '@bollard/proof-of-work/server'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../network-of.ts'
import { createVerificationId, twoLetters } from '../verification-id.ts'
import { packSignals } from './challenge-signals.ts'
import type { EdgeAnswer, EdgePorts } from './edge-ports.ts'

export interface StartBody {
  readonly siteKey: string
  readonly language?: string
  readonly action?: string
}

/** Judges what the service alone can see, and answers with signed work; nothing is stored but a count. */
export async function startVerification(ports: EdgePorts, request: FastifyRequest<{ Body: StartBody }>): Promise<EdgeAnswer> {
  const { siteKey, language, action } = request.body
  const { headers } = request
  const found = ports.sites.find(siteKey)
  const site = found instanceof Promise ? await found : found
  if (site === null) throw new ProblemError('site-key-unknown')
  const origin = ports.readOrigin(headers.origin)
  if (origin === null || !site.hosts.has(origin.host)) throw new ProblemError('origin-not-allowed')

  const at = ports.now()
  const network = networkOf(ports.readAddress(request.socket.remoteAddress, headers['x-forwarded-for']))
  const signals = judgeRequest(headers, ports.transport) | ports.judgePace(network, at)
  const riskBand = riskBandOf(signals)
  const actionNumber = action === undefined || action === '' ? 0 : await ports.actions.numberOf(site.id, action)
  const verificationId = createVerificationId(at, { action: actionNumber, language: twoLetters(language) }, ports.randomBytes(8))
  const target = ports.targetOf(riskBand)
  const token = encodeChallenge(
    {
      kid: ports.signer.kid,
      target,
      verificationId,
      siteId: site.id,
      ttlSeconds: ports.challengeLifetimeSeconds,
      round: 0,
      riskBand,
      serverSignals: packSignals(signals, headers['user-agent'] ?? ''),
      originHash: origin.hash,
      firstRoundSignals: [0, 0],
    },
    ports.signer.key,
  )
  ports.counter.count(site.id, 'issued')
  const expiresAt = new Date(at + ports.challengeLifetimeSeconds * 1000).toISOString()
  return { status: 'challenge', verificationId, challenge: { token, algorithm: 'sha256', count: 32, target, expiresAt } }
}
