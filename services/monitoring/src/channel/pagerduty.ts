import { jsonRequest, type RequestKind } from './channel-kind.ts'
import { cut } from './message.ts'

const hosts = { US: 'events.pagerduty.com', EU: 'events.eu.pagerduty.com' } as const
const severities = {
  STATE: 'critical',
  HEARTBEAT: 'critical',
  SLOW: 'warning',
  UPTIME: 'error',
  CERTIFICATE: 'warning',
  DOMAIN: 'warning',
} as const

const actions = {
  OPENED: 'trigger',
  REPEATED: 'trigger',
  TEST: 'trigger',
  ACKNOWLEDGED: 'acknowledge',
  RESOLVED: 'resolve',
} as const

/** Events API v2. The key is that of the alert, so that what becomes of an alert becomes of its incident. */
export const pagerduty: RequestKind<'PAGERDUTY'> = {
  requestOf({ region }, { routingKey = '' }, { event, title, text, url, alerts, key, at }) {
    const [alert] = alerts
    const action = actions[event]
    return jsonRequest(`https://${hosts[region]}/v2/enqueue`, {
      routing_key: routingKey,
      event_action: action,
      dedup_key: alert?.id ?? key,
      ...(action !== 'trigger'
        ? {}
        : {
            payload: {
              summary: cut(title, 1_024),
              source: cut(alert?.serviceName ?? 'Bollard', 255),
              severity: alert === undefined ? 'info' : severities[alert.condition],
              timestamp: alert?.openedAt ?? at.toISOString(),
              custom_details: { text: cut(text, 4_000) },
            },
            client: 'Bollard',
            client_url: url,
            links: [{ href: url, text: new URL(url).hostname }],
          }),
    })
  },
  /** An event that is refused has a key that is none: the rest of it is ours. */
  verdictOf: ({ status }) => (status === 400 ? { error: 'credentials', retryAfterSeconds: null } : null),
}
