import { noVerdicts, serverSignal } from '@bollard/bot-score'
import { type BotKeys, verifyWebBotAuth } from '@bollard/visitor-credentials'
import type { SiteEnvironment } from '../sites/site.ts'
import { callerOf } from './caller-of.ts'
import { passAtOnce } from './decide-at-once.ts'
import type { EdgeAnswer, EdgePorts } from './edge-context.ts'
import type { EdgeRequest, StartBody } from '../request/edge-request.ts'
import { headerText } from '../request/header-text.ts'

const path = '/captcha/v1/verifications'

/**
 * Lets a bot pass that the site welcomes and that has signed this request with its key: at once, without work, and with a
 * row in the log that says so. Null when the signature counts for nothing; the caller is then a visitor like any other.
 */
export async function admitSignedBot(
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  { environment, bots }: { environment: SiteEnvironment; bots: BotKeys },
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
  const { site, id } = environment
  const { score, reasons } = ports.score({ server: serverSignal.webBotAuth, ran: noVerdicts, fired: noVerdicts })
  const action = body.action === undefined || body.action === '' ? 0 : await ports.actions.find(site.id, body.action)
  ports.counter.count(site.id, id, 'started', at)
  return passAtOnce(
    ports,
    request,
    { environment, origin: ports.readOrigin(headers['origin']), action, caller: callerOf(ports, request), at },
    { decision: 'SIGNED_BOT', score, reasons: reasons.map(({ code, weight }) => [code, weight] as const) },
  )
}
