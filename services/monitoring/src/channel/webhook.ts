import { signWebhook } from '@bollard/webhooks'
import { type RequestKind, userAgent } from './channel-kind.ts'

const types = {
  OPENED: 'alert.opened',
  REPEATED: 'alert.repeated',
  ACKNOWLEDGED: 'alert.acknowledged',
  RESOLVED: 'alert.resolved',
  TEST: 'ping',
} as const

/** A message of Standard Webhooks. `webhook-id` is that of the message, so it stays the same when it is sent again. */
export const webhook: RequestKind<'WEBHOOK'> = {
  requestOf({ url }, { secret = '' }, { id, key, event, title, text, url: link, solutionId, alerts, at, triedAt }) {
    const data = { solutionId, dedupeKey: key, title, text, url: link, alerts }
    const body = JSON.stringify({ type: types[event], timestamp: at.toISOString(), data })
    const signed = signWebhook({ id, timestamp: Math.floor(triedAt.getTime() / 1_000), body }, [secret])
    return {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...signed },
      body,
    }
  },
}
