import type { MonitoringServiceOptions } from '@bollard/monitoring-service'
import { postWebhook } from '@bollard/webhooks'
import type { Config } from '../config.ts'

type Ports = Pick<
  MonitoringServiceOptions['status'],
  'statusUrl' | 'apiUrl' | 'ownHosts' | 'postWebhook' | 'allowPrivateWebhooks' | 'random'
>

/** What status pages learn of the installation's addresses, and how they reach webhooks. */
export function statusPorts(config: Config): Ports {
  const { WEBSITE_URL, IDENTITY_URL, DASHBOARD_URL, DOCS_URL, ADMIN_URL, STATUS_URL, API_URL, PRIVATE_WEBHOOKS } =
    config
  const own = [WEBSITE_URL, IDENTITY_URL, DASHBOARD_URL, DOCS_URL, ADMIN_URL, STATUS_URL, API_URL]
  return {
    statusUrl: STATUS_URL,
    apiUrl: API_URL,
    ownHosts: new Set(own.map((url) => new URL(url).hostname)),
    postWebhook: (post) => postWebhook(post, { allowPrivate: PRIVATE_WEBHOOKS }),
    allowPrivateWebhooks: PRIVATE_WEBHOOKS,
    random: Math.random,
  }
}
