import { getDomain } from 'tldts'
import registries from '../../data/rdap-servers.json' with { type: 'json' }
import type { HttpTarget, Targets } from '../check.ts'
import { readHost } from '../connection/find-host.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault } from '../faults.ts'
import { type Finding, finding } from '../finding.ts'
import { checkHttp } from '../http/check-http.ts'

const dayMs = 86_400_000

/** RDAP server of each top-level domain. IANA publishes the list, `refresh-registries.ts` writes it. */
const servers = new Map<string, string>()
for (const [server, names] of Object.entries(registries.domains))
  for (const name of names.split(' ')) servers.set(name, server)

/** A name with one of them is not in the zone of its registry (https://www.icann.org/epp), so nobody reaches it. */
const holds = new Set(['client hold', 'server hold', 'redemption period', 'pending delete'])

/**
 * Asks the registry by RDAP (RFC 9082, RFC 9083) when the registration ends and whether the name is published. Not every registry
 * says the first, and some have no such server: then the result is UNKNOWN.
 */
export async function checkDomain(run: ProbeRun, { name, warningDays }: Targets['DOMAIN']): Promise<Finding> {
  const host = readHost(name)
  const domain = getDomain(host, { allowPrivateDomains: false })
  if (domain === null) throw new CheckFault('target-invalid', `${host} belongs to no registry`)
  const answer = await askRegistry(run, domain)
  if (answer.status === 404) throw new CheckFault('domain-not-found', `the registry knows no ${domain}`)
  const { expiresAt, statuses } = readAnswer(answer.text)
  const facts = expiresAt === null ? {} : { domainExpiresAt: expiresAt }
  const held = statuses.filter((status) => holds.has(status))
  if (held.length > 0) return finding({ facts, fault: { code: 'domain-on-hold', detail: held.join(', ') } })
  if (expiresAt === null) throw new CheckFault('registry-silent', 'the registry does not say when the domain expires')
  const days = Math.floor((expiresAt - run.at) / dayMs)
  return finding({
    facts,
    fault: days < 0 ? { code: 'domain-expired', detail: `expired ${new Date(expiresAt).toISOString()}` } : null,
    warning: days < warningDays ? { code: 'domain-expires-soon', detail: `${days} days left` } : null,
  })
}

/** The RDAP server of a top-level domain in lower case ASCII, with a slash at its end; null where none is known. */
export function registryOf(topLevel: string): string | null {
  return servers.get(topLevel) ?? null
}

/** What is asked as any web address is: every redirect looked up and refused where it leads inside. */
async function askRegistry(run: ProbeRun, domain: string): Promise<{ status: number; text: string }> {
  const topLevel = domain.slice(domain.lastIndexOf('.') + 1)
  const server = (run.options.registryOf ?? registryOf)(topLevel)
  if (server === null) throw new CheckFault('registry-unknown', `no RDAP server is known for .${topLevel}`)
  const target: HttpTarget = {
    url: `${server}domain/${domain}`,
    method: 'GET',
    headers: [{ name: 'accept', value: 'application/rdap+json' }],
    body: null,
    redirectsMax: 5,
    authentication: null,
    statusCodes: '200,404',
    family: 'ANY',
    certificateWarningDays: null,
  }
  const found = await checkHttp(run, target).catch((error: unknown) => {
    throw new CheckFault('registry-failed', error instanceof Error ? error.message : String(error))
  })
  if (found.fault !== null) throw new CheckFault('registry-failed', found.fault.detail)
  return { status: found.facts.statusCode ?? 0, text: found.content?.text() ?? '' }
}

/** Of several expiries the registry's counts, which RDAP calls `expiration`; a registrar's own has another name. */
function readAnswer(text: string): { expiresAt: number | null; statuses: readonly string[] } {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new CheckFault('registry-failed', 'the answer is no JSON')
  }
  const { events, status } = (answer ?? {}) as { events?: unknown; status?: unknown }
  const dates = (Array.isArray(events) ? events : [])
    .filter((event: { eventAction?: unknown } | null) => event?.eventAction === 'expiration')
    .map((event: { eventDate?: unknown }) => Date.parse(String(event.eventDate)))
    .filter((date) => !Number.isNaN(date))
  const statuses = (Array.isArray(status) ? status : []).map((one) => String(one).toLowerCase())
  return { expiresAt: dates[0] ?? null, statuses }
}
