import { randomBytes } from 'node:crypto'
import type { CaptchaServiceOptions } from '@bollard/captcha-service'
import type { Database } from '@bollard/database'
import { openNetworkData } from '@bollard/network-data'
import { findOwners } from '@bollard/solution-service'
import { fingerprintOf } from '@bollard/tls-fingerprint'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { readWeights } from './read-weights.ts'
import { signingKeys } from './signing-keys.ts'
import { readWidgetRelease, widgetDirectory } from './widget-release.ts'

/** What the captcha needs to answer widgets and customers' servers, whatever else runs in the process. */
export function edgeOptions(
  config: Config,
  captchaSigningKeys: readonly string[],
  edgeDb: Database,
  log: Logger,
  now: () => Date = () => new Date(),
) {
  const networks = openNetworkData()
  return {
    edgeDb,
    signingKeys: signingKeys(captchaSigningKeys),
    now: () => now().getTime(),
    randomBytes,
    trustedProxies: config.TRUSTED_PROXIES,
    expressLane: config.EXPRESS_LANE && config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined,
    secure: isTrustworthy(new URL(config.API_URL)),
    authority: new URL(config.API_URL).host,
    describeConnection: (request) => fingerprintOf(request),
    lookUpNetwork: (address) => networks.lookup(address),
    nameOfNetwork: (asn) => networks.nameOf(asn),
    // The other processes answer no widgets.
    ...(config.ROLE === 'all' || config.ROLE === 'edge' ? { widgetRelease: readWidgetRelease(widgetDirectory) } : {}),
    ownersOf: (solutionIds) => findOwners(edgeDb, solutionIds),
    retentionDays: config.RETENTION_DAYS,
    ...(config.SCORE_WEIGHTS === undefined ? {} : { weights: readWeights(config.SCORE_WEIGHTS) }),
    ...(config.SHADOW_WEIGHTS === undefined ? {} : { shadowWeights: readWeights(config.SHADOW_WEIGHTS) }),
    onError: (error) => log.error({ err: error, service: 'captcha' }, 'Work outside of a request failed'),
  } satisfies Partial<CaptchaServiceOptions>
}

/** Where browsers send client hints and fetch metadata. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1' || hostname.endsWith('.localhost')
  )
}
