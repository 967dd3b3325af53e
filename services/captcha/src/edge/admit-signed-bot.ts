import { describeUserAgent, noVerdicts, serverSignal } from '@bollard/bot-score'
import { type BotKeys, verifyWebBotAuth } from '@bollard/visitor-credentials'
import { countKind } from '../counts.ts'
import type { Site } from '../site-cache.ts'
import { createVerificationId, twoLetters } from '../verification-id.ts'
import { callerOf } from './caller-of.ts'
import type { EdgeAnswer, EdgePorts } from './edge-ports.ts'
import type { EdgeRequest, StartBody } from './edge-request.ts'
import { headerText } from './header-text.ts'

const path = '/captcha/v1/verifications'

/**
 * Lets a bot pass that the site welcomes and that has signed this request with its key: at once, without work, and with a
 * row in the log that says so. Null when the signature counts for nothing; the caller is then a visitor like any other.
 */
export async function admitSignedBot(
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  { site, bots }: { site: Site; bots: BotKeys },
): Promise<EdgeAnswer | null> {
  const { headers, body } = request
  const at = ports.now()
  const scheme = ports.transport.secure === false ? 'http' : 'https'
  const result = await verifyWebBotAuth({
    method: 'POST',
    // Every host that a bot visits holds signatures for itself, and could send them on under its own name.
    authority: ports.authority ?? headerText(headers['host']),
    path,
    scheme,
    headers,
    keys: bots,
    now: at,
    nonces: ports.signatures,
  })
  if (result.status !== 'verified') return null
  const verificationId = createVerificationId(at, ports.randomBytes(10))
  const { network, facts } = callerOf(ports, request)
  const { score, reasons } = ports.score({ server: serverSignal.webBotAuth, ran: noVerdicts, fired: noVerdicts })
  const action = body.action === undefined || body.action === '' ? 0 : await ports.actions.numberOf(site.id, body.action)
  const { browser, operatingSystem, device } = describeUserAgent(headerText(headers['user-agent']))
  ports.counter.count(site.id, 'issued')
  await ports.record({
    id: verificationId,
    round: 0,
    siteId: site.id,
    issuedAt: at,
    finishedAt: at,
    outcome: countKind.passed,
    score,
    reasons: reasons.map(({ code, weight }) => [code, weight] as const),
    checkMs: 0,
    workMs: 0,
    workHashes: 0,
    hostname: ports.readOrigin(headers['origin'])?.host ?? '',
    action,
    browser,
    operatingSystem,
    device,
    language: twoLetters(body.language),
    network,
    country: facts.country,
    asn: facts.asn,
    shadowScore: null,
  })
  const issuedAt = Math.floor(at / 1000)
  const expiresAt = issuedAt + ports.tokenLifetimeSeconds
  const token = ports.tokens.sign({ verificationId, siteId: site.id, issuedAt, expiresAt, score })
  return { status: 'passed', verificationId, token, expiresAt: new Date(expiresAt * 1000).toISOString() }
}
