import { judgeRequest, noVerdicts, prior, riskBands, workAtIssue } from '@bollard/bot-score'
import { ProblemError } from '@bollard/http'
import { encodeChallenge, targetOf } from '@bollard/proof-of-work/server'
import type { Site } from '../site-cache.ts'
import { createVerificationId, twoLetters } from '../verification-id.ts'
import { admitSignedBot } from './admit-signed-bot.ts'
import { callerOf } from './caller-of.ts'
import { bandOf } from './risk-band.ts'
import { shortHash } from './short-hash.ts'
import type { EdgeAnswer, EdgePorts } from './edge-ports.ts'
import type { EdgeRequest, StartBody } from './edge-request.ts'
import { headerText } from './header-text.ts'
import type { KnownOrigin } from './known-origins.ts'
import { judgeNetwork } from './network-facts.ts'

/** Judges what the service alone can see, and answers with signed work; nothing is stored but a count. At once, unless the site or the action must be looked up. */
export function startVerification(ports: EdgePorts, request: EdgeRequest<StartBody>): EdgeAnswer | Promise<EdgeAnswer> {
  const found = ports.sites.find(request.body.siteKey)
  return found instanceof Promise ? found.then((site) => startOn(ports, request, site)) : startOn(ports, request, found)
}

function startOn(ports: EdgePorts, request: EdgeRequest<StartBody>, site: Site | null): EdgeAnswer | Promise<EdgeAnswer> {
  if (site === null) throw new ProblemError('site-key-unknown')
  const { bots } = site.credentials
  if (bots !== null && request.headers['signature-input'] !== undefined) {
    return admitSignedBot(ports, request, { site, bots }).then((admitted) => admitted ?? startForVisitor(ports, request, site))
  }
  return startForVisitor(ports, request, site)
}

function startForVisitor(ports: EdgePorts, request: EdgeRequest<StartBody>, site: Site): EdgeAnswer | Promise<EdgeAnswer> {
  const origin = ports.readOrigin(request.headers.origin)
  if (origin === null || !site.hosts.has(origin.host)) throw new ProblemError('origin-not-allowed')
  const { action } = request.body
  const number = action === undefined || action === '' ? 0 : ports.actions.numberOf(site.id, action)
  return number instanceof Promise
    ? number.then((known) => issue(ports, request, { site, origin, action: known }))
    : issue(ports, request, { site, origin, action: number })
}

interface Admitted {
  readonly site: Site
  readonly origin: KnownOrigin
  /** Number of the action among the site's, 0 for none. */
  readonly action: number
}

function issue(ports: EdgePorts, request: EdgeRequest<StartBody>, { site, origin, action }: Admitted): EdgeAnswer {
  const { headers, body } = request
  const at = ports.now()
  const { network, facts } = callerOf(ports, request)
  const signals =
    judgeRequest(headers, ports.transport) |
    request.connectionSignals |
    judgeNetwork(facts) |
    ports.pace.judge(network, facts.kind === 'hosting' ? facts.asn : 0, at) |
    ports.misuse.judge(network, at)
  const doubt = signals === 0 ? 0 : ports.score({ server: signals, ran: noVerdicts, fired: noVerdicts }).logOdds - prior
  const hashes = workAtIssue({ doubt, load: ports.load.count(site.id, at), range: ports.work })
  const verificationId = createVerificationId(at, ports.randomBytes(10))
  const target = targetOf(hashes)
  const token = encodeChallenge(
    {
      kid: ports.signer.kid,
      target,
      verificationId,
      siteId: site.id,
      ttlSeconds: ports.challengeLifetimeSeconds,
      round: 0,
      riskBand: bandOf(doubt > 0 ? riskBands.doubt : riskBands.clean, site),
      serverSignals: signals,
      originHash: origin.hash,
      ran: noVerdicts,
      fired: noVerdicts,
      userAgentHash: shortHash(headerText(headers['user-agent'])),
      networkHash: shortHash(network),
      action,
      language: twoLetters(body.language),
    },
    ports.signer.key,
  )
  ports.counter.count(site.id, 'issued')
  const expiresAt = new Date(at + ports.challengeLifetimeSeconds * 1000).toISOString()
  const asks = site.credentials.issuer === null ? {} : { privateToken: true as const }
  return { status: 'challenge', verificationId, collect: !site.minimalData, ...asks, challenge: { token, algorithm: 'sha256', count: 32, target, expiresAt } }
}
