import { ProblemError } from '@bollard/http'
import type { Language } from '@bollard/i18n'
import { readYaml, recordOf } from '../configuration/read-file.ts'
import {
  createDraft,
  type DraftInHand,
  fit,
  keyFrom,
  nameFrom,
  type Note,
  splitHeaders,
  tagsFrom,
} from './draft/draft.ts'
import { durationMs } from './duration.ts'
import { addAlerting, thresholdsOf } from './gatus-alerting.ts'
import { type Conditions, readConditions } from './gatus-conditions.ts'
import { type Imports, noHistory } from './draft/history.ts'

type Fields = Readonly<Record<string, unknown>>
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const known = new Set(
  `enabled name group url method body graphql headers interval conditions alerts maintenance-windows dns client ui`.split(
    ' ',
  ),
)

interface Around {
  readonly today: string
  readonly language: Language
  readonly activateChannels: boolean
}

/** What a configuration of Gatus becomes. `today` is such as `2026-11-27`: its maintenance has no beginning. */
export function draftOfGatus(text: string, { today, ...around }: Around): Imports {
  const file = recordOf(readYaml(text, '/content'))
  const [endpoints, external] = [listOf(file['endpoints']), listOf(file['external-endpoints'])]
  if (endpoints.length + external.length === 0)
    throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/content', code: 'no-monitors' }] })
  const draft = createDraft()
  const alerting = recordOf(file['alerting'])
  for (const endpoint of endpoints) addEndpoint(draft, endpoint, { alerting, today })
  for (const endpoint of external) addExternal(draft, endpoint)
  if (file['maintenance'] !== undefined) addMaintenance(draft, recordOf(file['maintenance']), 'gatus', [], today)
  const told = [...endpoints, ...external].map((one) => ({ key: keyOf(one), alerts: listOf(one['alerts']) }))
  const watched = told.filter(({ key }) => draft.hasService(key))
  addAlerting(alerting, watched, draft, around)
  for (const suite of listOf(file['suites']))
    draft.noteOn(nameFrom(suite['name'], 'suite'))('kind-unsupported', 'suites')
  for (const field of ['security', 'announcements', 'connectivity', 'tunneling', 'remote'])
    if (file[field] !== undefined) draft.noteOn('Gatus')('setting-unsupported', field)
  return { ...draft.finish(), history: noHistory }
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(recordOf) : []
}

function keyOf({ name, group }: Fields): string {
  return keyFrom(group ? `${String(group)}-${String(name)}` : String(name), 'gatus')
}

function addEndpoint(
  draft: DraftInHand,
  endpoint: Fields,
  { alerting, today }: { alerting: Fields; today: string },
): void {
  const name = nameFrom(endpoint['name'], String(endpoint['url']))
  const note = draft.noteOn(name)
  for (const field of Object.keys(endpoint)) if (!known.has(field)) note('setting-unsupported', field, endpoint[field])
  const intervalMs = durationMs(endpoint['interval'] ?? '60s')
  if (intervalMs === null) return note('value-invalid', 'interval', endpoint['interval'])
  const intervalSeconds = fit(intervalMs / 1_000, [10, 86_400], note, 'interval')
  const client = recordOf(endpoint['client'])
  const timeout = durationMs(client['timeout'] ?? '10s') ?? 10_000
  const timeoutMs = fit(timeout, [1_000, Math.min(60_000, intervalSeconds * 1_000 - 1)], note, 'client/timeout')
  const check = checkOf(endpoint, timeoutMs, note)
  if (check === null) return undefined
  noteUnknown(endpoint, alerting, note)
  const key = keyOf(endpoint)
  const added = draft.addService({
    key,
    name,
    check,
    intervalSeconds,
    paused: endpoint['enabled'] === false,
    retries: 0,
    ...thresholdsOf(listOf(endpoint['alerts']), alerting, note),
    tags: tagsFrom(endpoint['group'] ? [String(endpoint['group'])] : [], note),
  })
  if (added)
    for (const [index, window] of listOf(endpoint['maintenance-windows']).entries())
      addMaintenance(draft, window, `${key}-${index + 1}`, [key], today)
  return undefined
}

function checkOf(endpoint: Fields, timeoutMs: number, note: Note) {
  const url = String(endpoint['url'] ?? '')
  const conditions = readConditions(endpoint['conditions'], note)
  if (endpoint['dns'] !== undefined) return dnsOf(recordOf(endpoint['dns']), url, { conditions, timeoutMs }, note)
  const address = URL.canParse(url) ? new URL(url) : null
  const { assertions } = conditions
  const run = { timeoutMs, assertions }
  // Ports are kept in no address that has the usual one of its scheme.
  const [host, port] = [(address?.hostname ?? '').replaceAll(/[[\]]/gu, ''), Number(address?.port || 0)]
  switch (address?.protocol) {
    case 'http:':
    case 'https:':
      return httpOf(endpoint, { url, conditions, timeoutMs }, note)
    case 'tcp:':
      return { kind: 'TCP' as const, target: { host, port }, ...run }
    case 'icmp:':
      return { kind: 'ICMP' as const, target: { host, packets: 1 }, ...run }
    case 'tls:':
      return { kind: 'CERTIFICATE' as const, target: { host, port: port || 443 }, ...run }
    case 'starttls:':
      return { kind: 'SMTP' as const, target: { host, port: port || 25, startTls: true }, ...run }
    case 'ws:':
    case 'wss:': {
      const { headers } = splitHeaders(recordOf(endpoint['headers']), note)
      const send = endpoint['body'] ? String(endpoint['body']) : null
      return { kind: 'WEBSOCKET' as const, target: { url, headers, send }, ...run }
    }
    case 'grpc:':
    case 'grpcs:':
      return { kind: 'GRPC' as const, target: { host, port, tls: address.protocol === 'grpcs:' }, ...run }
    default:
      note('kind-unsupported', 'url', address?.protocol ?? url)
      return null
  }
}

function httpOf(
  endpoint: Fields,
  { url, conditions, timeoutMs }: { url: string; conditions: Conditions; timeoutMs: number },
  note: Note,
) {
  const client = recordOf(endpoint['client'])
  if (client['insecure'] === true) note('certificate-not-verified-there', 'client/insecure')
  for (const field of ['oauth2', 'identity-aware-proxy', 'tls'])
    if (client[field]) note('set-up-anew', `client/${field}`)
  for (const field of ['proxy-url', 'dns-resolver', 'tunnel'])
    if (client[field]) note('setting-unsupported', `client/${field}`)
  const text = endpoint['body'] ? String(endpoint['body']) : null
  const isGraph = endpoint['graphql'] === true && text !== null
  const { headers, authentication } = splitHeaders(recordOf(endpoint['headers']), note)
  return {
    kind: 'HTTP' as const,
    target: {
      url,
      method: String(endpoint['method'] ?? 'GET').toUpperCase() as 'GET',
      headers: isGraph ? [...headers, { name: 'Content-Type', value: 'application/json' }] : headers,
      body: isGraph ? JSON.stringify({ query: text }) : text,
      redirectsMax: client['ignore-redirect'] === true ? 0 : 10,
      authentication,
      // Without a condition on it, any answer is a good one there.
      statusCodes: conditions.statusCodes ?? '100-599',
    },
    timeoutMs,
    assertions: conditions.assertions,
  }
}

function dnsOf(
  dns: Fields,
  url: string,
  { conditions, timeoutMs }: { conditions: Conditions; timeoutMs: number },
  note: Note,
) {
  const name = String(dns['query-name'] ?? '').replace(/\.$/u, '')
  const recordType = String(dns['query-type'] ?? 'A').toUpperCase()
  // Its body is the answer of the resolver.
  const isAnswer = ({ source, comparison }: Conditions['assertions'][number]) =>
    source === 'TEXT' && comparison === 'EQUALS'
  const expected = conditions.assertions.filter(isAnswer).flatMap(({ value }) => value ?? [])
  const rest = conditions.assertions.filter((one) => !isAnswer(one))
  if (url.includes(':') && !url.endsWith(':53')) note('value-adjusted', 'url', url)
  const resolver = url.replace(/^\w+:\/\//u, '').replace(/:\d+$/u, '') || null
  return {
    kind: 'DNS' as const,
    target: { name, recordType: recordType as 'A', resolver, expected },
    timeoutMs,
    assertions: rest,
  }
}

function addExternal(draft: DraftInHand, endpoint: Fields): void {
  const name = nameFrom(endpoint['name'], 'external')
  const note = draft.noteOn(name)
  const every = durationMs(recordOf(endpoint['heartbeat'])['interval'] ?? '')
  if (every === null || every === 0) return note('kind-unsupported', 'heartbeat/interval')
  note('address-changes', 'token')
  draft.addService({
    key: keyOf(endpoint),
    name,
    tags: tagsFrom(endpoint['group'] ? [String(endpoint['group'])] : [], note),
    paused: endpoint['enabled'] === false,
    check: {
      kind: 'HEARTBEAT',
      target: { periodSeconds: fit(every / 1_000, [30, 2_678_400], note, 'heartbeat/interval'), graceSeconds: 0 },
    },
  })
  return undefined
}

/** Alerts of a provider that the file does not set up tell nobody there either. */
function noteUnknown({ alerts }: Fields, alerting: Fields, note: Note): void {
  const types = listOf(alerts).map(({ type }) => String(type))
  const unknown = types.filter((type) => !Object.hasOwn(alerting, type))
  if (unknown.length > 0) note('set-up-anew', 'alerts', unknown.join(', '))
}

/** Planned work: every day, or on days of the week. Without services it is of all. */
function addMaintenance(draft: DraftInHand, window: Fields, key: string, services: string[], today: string): void {
  const note = draft.noteOn(key)
  if (window['enabled'] === false) return note('setting-unsupported', 'enabled', 'false')
  const minutes = (durationMs(window['duration'] ?? '') ?? Number.NaN) / 60_000
  const every = Array.isArray(window['every']) ? window['every'].map((day) => weekdays.indexOf(String(day)) + 1) : []
  const zone = String(window['timezone'] ?? 'UTC')
  return draft.addWindow({
    key,
    title: nameFrom(`Gatus ${key}`, 'Gatus'),
    services,
    durationMinutes: Math.round(minutes),
    startsAt: `${today}T${String(window['start'] ?? '')}`,
    timeZone: zone === 'UTC' ? 'Etc/UTC' : zone,
    recurrence:
      every.length === 0
        ? { frequency: 'DAILY' }
        : {
            frequency: 'WEEKLY',
            weekdays: every,
          },
  })
}
