import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importBytesMax, importedPictureBytesMax, importedPicturesMax, replayBatchBytesMax } from '@bollard/contracts'
import { startSite, type RunningSite } from '@bollard/site-kit/host'
import { readOperator } from './api/operator.ts'
import { checkLegalVersions } from './check-legal-versions.ts'
import { keepCertificate } from './child/keep-certificate.ts'
import { createMeasures } from './child/measure.ts'
import type { RunningPart } from './child/running-part.ts'
import { watchForwarding } from './child/watch-forwarding.ts'
import { measuringOf } from './measuring-of.ts'
import type { Task } from './messages.ts'
import { logRequests } from './watching/log-requests.ts'
import { openLog, takeConsole } from './watching/open-log.ts'
import { startTracing } from './watching/tracing.ts'
import { operatorFacts } from './operator-facts.ts'
import { securityTextOf } from './security-text.ts'
import { sites } from './sites.ts'

/** Where browsers send more than a form: a file has its form around it. */
const importPage = '/:language/solutions/:solutionId/monitoring/import'
const importBodyBytes = importBytesMax + importedPicturesMax * importedPictureBytesMax + 16_384
/** Where owners try texts as long as forms take; a letter is up to nine bytes as browsers send it. Also with `.data` behind it. */
const formPage = '/:language/solutions/:solutionId/protection/validations/:formId'
const formBodyBytes = 1_000_000
const largerBodies: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  website: { '/measuring/replay-batches': replayBatchBytesMax },
  dashboard: {
    [importPage]: importBodyBytes,
    [`${importPage}.data`]: importBodyBytes,
    [formPage]: formBodyBytes,
  },
}

/** Serves the sites, each on its own port. */
export async function composeSites({
  config,
  recipients,
  internalSecret,
  ownSites,
  fromSources,
}: Extract<Task, { name: 'sites' }>): Promise<RunningPart> {
  const measures = createMeasures('sites')
  const log = openLog(config, 'sites', { registry: measures.registry })
  takeConsole(log)
  const tracing = await startTracing(config, 'sites', '')
  const onUntrustedForwarding = watchForwarding(measures.registry, {
    trustedProxies: config.TRUSTED_PROXIES,
    log,
    now: () => performance.now(),
  })
  const certificate = await keepCertificate(config, { log, registry: measures.registry })
  const operator = config.OPERATOR_FILE === undefined ? undefined : readOperator(config.OPERATOR_FILE)
  if (operator) await checkLegalVersions(operator, config)
  const context = {
    urls: {
      website: config.WEBSITE_URL,
      identity: config.IDENTITY_URL,
      dashboard: config.DASHBOARD_URL,
      docs: config.DOCS_URL,
      admin: config.ADMIN_URL,
      status: config.STATUS_URL,
      api: config.API_URL,
    },
    apiInternalUrl: config.API_INTERNAL_URL,
    internalSecret,
    secure: config.WEBSITE_URL.startsWith('https:'),
    cookieDomain: config.COOKIE_DOMAIN,
    demo: ownSites.website,
    operatorEmail: operator?.email,
    legal: { terms: operator?.terms, privacy: operator?.privacy, dpa: operator?.dpa },
    apiKeysFor: config.API_KEYS_FOR,
    consent: config.CONSENT,
    measuring: measuringOf(config),
    editUrl: config.DOCS_EDIT_URL,
    operator: operator && operatorFacts(operator, config, recipients),
    sourceUrl: config.SOURCE_URL,
    statusUrl: config.STATUS_PAGE_URL,
    captcha: ownSites.identity ? { siteKey: ownSites.identity.siteKey } : undefined,
  }
  const running: RunningSite[] = []
  for (const { name, port } of sites) {
    const sources = fileURLToPath(new URL(`../sites/${name}`, import.meta.url))
    const build = join(sources, 'build')
    if (!fromSources && !existsSync(build)) throw new Error(`The site "${name}" is not built; "npm start" builds it.`)
    running.push(
      await startSite({
        name,
        pages: fromSources ? { sources } : { build },
        host: config.HOST,
        port: config[port],
        context,
        takesForeignHosts: name === 'status',
        ...(largerBodies[name] ? { largerBodies: largerBodies[name] } : {}),
        onUntrustedForwarding,
        // Forms are given as long over TLS as without it.
        serverFactory: certificate?.serverFactory({ requestTimeoutMs: 30_000, keepAliveTimeoutMs: 60_000 }),
        securityText: operator && securityTextOf(operator),
        report: (fields, message) => log.error(fields, message),
        watch: (app) => {
          tracing?.watch(app)
          logRequests(app, log)
        },
        ...(tracing ? { traceparent: () => tracing.traceparent() } : {}),
        trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
      }),
    )
  }
  return {
    findings: null,
    metrics: () => measures.collect(),
    async close(leave) {
      certificate?.stop()
      await Promise.all(running.map((site) => site.close(leave)))
      await tracing?.close()
    },
  }
}
