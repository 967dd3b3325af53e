import { recordOf } from '../../configuration/read-file.ts'
import { type CheckInput, fit, type Note, splitHeaders } from '../draft/draft.ts'
import { jsonAssertion, textAssertion } from '../draft/assertions.ts'

/** A row of the table `monitor`; older databases lack some columns. */
export type Monitor = Readonly<Record<string, string | number | null>>
const secondsMax = 86_400

/** Seconds between two checks. */
export function intervalOf(monitor: Monitor, note: Note): number {
  return fit(numberOf(monitor['interval']) || 60, [10, secondsMax], note, 'interval')
}

/** The check of a monitor; null for what cannot be checked here, which is noted. Groups are put together elsewhere. */
export function checkOf(monitor: Monitor, intervalSeconds: number, expiryDays: number, note: Note): CheckInput | null {
  if (monitor['upside_down'] === 1) return refuse(note, 'setting-unsupported', 'upside_down')
  const timeoutMs = timeoutOf(monitor, intervalSeconds, note)
  const hostname = String(monitor['hostname'] ?? '')
  switch (monitor['type']) {
    case 'http':
    case 'keyword':
    case 'json-query':
      return httpOf(monitor, { timeoutMs, expiryDays }, note)
    case 'port':
      return portOf(monitor, timeoutMs, note)
    case 'ping':
      return {
        kind: 'ICMP',
        target: { host: hostname, packets: fit(numberOf(monitor['ping_count']) || 1, [1, 10], note, 'ping_count') },
        timeoutMs,
      }
    case 'dns':
      return dnsOf(monitor, timeoutMs, note)
    case 'push': {
      note('address-changes', 'push_token')
      const graceSeconds = numberOf(monitor['maxretries']) * numberOf(monitor['retry_interval'])
      return {
        kind: 'HEARTBEAT',
        target: {
          periodSeconds: fit(intervalSeconds, [30, 2_678_400], note, 'interval'),
          graceSeconds: fit(graceSeconds, [0, secondsMax], note, 'maxretries'),
        },
      }
    }
    case 'manual': {
      const states = { 0: 'DOWN', 1: 'UP' } as const
      return {
        kind: 'MANUAL',
        target: { state: states[monitor['manual_status'] as keyof typeof states] ?? 'UNKNOWN' },
      }
    }
    case 'smtp':
      return smtpOf(monitor, timeoutMs, note)
    case 'websocket-upgrade': {
      if (monitor['ws_subprotocol']) note('setting-unsupported', 'ws_subprotocol', monitor['ws_subprotocol'])
      const { headers, authentication } = splitHeaders(headersOf(monitor, note), note)
      if (authentication !== null || hasAuthentication(monitor)) note('setting-unsupported', 'auth_method')
      return { kind: 'WEBSOCKET', target: { url: String(monitor['url'] ?? ''), headers }, timeoutMs }
    }
    case 'grpc-keyword':
      return grpcOf(monitor, timeoutMs, note)
    default:
      return refuse(note, 'kind-unsupported', 'type', monitor['type'])
  }
}

function httpOf(
  monitor: Monitor,
  { timeoutMs, expiryDays }: { timeoutMs: number; expiryDays: number },
  note: Note,
): CheckInput {
  const url = String(monitor['url'] ?? '')
  const split = splitHeaders(headersOf(monitor, note), note)
  const body = monitor['body'] ? String(monitor['body']) : null
  const assertions = []
  if (monitor['type'] === 'keyword')
    assertions.push(
      textAssertion(monitor['invert_keyword'] === 1 ? 'NOT_CONTAINS' : 'CONTAINS', String(monitor['keyword'] ?? '')),
    )
  if (monitor['type'] === 'json-query') {
    const [path, operator] = [String(monitor['json_path'] ?? '$'), String(monitor['json_path_operator'] ?? '==')]
    const assertion = jsonAssertion(path, operator, String(monitor['expected_value'] ?? ''))
    if (assertion === null) note('condition-unsupported', 'json_path', `${path} ${operator}`)
    else assertions.push(assertion)
  }
  if (monitor['ignore_tls'] === 1) note('certificate-not-verified-there', 'ignore_tls')
  if (monitor['proxy_id'] !== null && monitor['proxy_id'] !== undefined) note('setting-unsupported', 'proxy_id')
  if (monitor['cache_bust'] === 1) note('setting-unsupported', 'cache_bust')
  const family = { ipv4: 'IPV4', ipv6: 'IPV6' } as const
  return {
    kind: 'HTTP',
    target: {
      url,
      method: String(monitor['method'] ?? 'GET').toUpperCase() as 'GET',
      headers: withContentType(split.headers, body, monitor['http_body_encoding']),
      body,
      redirectsMax: fit(numberOf(monitor['maxredirects']), [0, 10], note, 'maxredirects'),
      authentication: authenticationOf(monitor, note) ?? split.authentication,
      statusCodes: listOf(monitor['accepted_statuscodes_json']).map(String).join(',') || '200-299',
      family: family[String(monitor['ip_family']) as keyof typeof family] ?? 'ANY',
      certificateWarningDays: monitor['expiry_notification'] === 1 && url.startsWith('https:') ? expiryDays : null,
    },
    timeoutMs,
    assertions,
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'text/xml; charset=utf-8',
}

function withContentType(
  headers: readonly { name: string; value: string }[],
  body: string | null,
  encoding: Monitor[string] | undefined,
) {
  const value = contentTypes[String(encoding ?? 'json')]
  const isThere = headers.some(({ name }) => name.toLowerCase() === 'content-type')
  return body === null || value === undefined || isThere ? [...headers] : [...headers, { name: 'Content-Type', value }]
}

function hasAuthentication(monitor: Monitor): boolean {
  return Boolean(monitor['auth_method']) || Boolean(monitor['basic_auth_user'])
}

function authenticationOf(monitor: Monitor, note: Note) {
  const text = (name: string): string => String(monitor[name] ?? '')
  const method = text('auth_method') || (text('basic_auth_user') === '' ? '' : 'basic')
  switch (method) {
    case '':
      return null
    case 'basic':
      return { kind: 'BASIC' as const, user: text('basic_auth_user'), password: text('basic_auth_pass') }
    case 'bearer':
      return { kind: 'BEARER' as const, token: text('bearer_token') }
    case 'mtls':
      if (text('tls_ca') !== '') note('setting-unsupported', 'tls_ca')
      return { kind: 'CLIENT_CERTIFICATE' as const, certificate: text('tls_cert'), key: text('tls_key') }
    default:
      note('set-up-anew', 'auth_method', method)
      return null
  }
}

function portOf(monitor: Monitor, timeoutMs: number, note: Note): CheckInput {
  const [host, port] = [String(monitor['hostname'] ?? ''), numberOf(monitor['port'])]
  if (monitor['smtp_security'] === 'secure') return { kind: 'CERTIFICATE', target: { host, port }, timeoutMs }
  if (monitor['smtp_security'] === 'starttls') note('setting-unsupported', 'smtp_security', 'starttls')
  return { kind: 'TCP', target: { host, port }, timeoutMs }
}

function smtpOf(monitor: Monitor, timeoutMs: number, note: Note): CheckInput {
  const [host, port] = [String(monitor['hostname'] ?? ''), numberOf(monitor['port']) || 25]
  if (monitor['smtp_security'] !== 'secure')
    return { kind: 'SMTP', target: { host, port, startTls: monitor['smtp_security'] === 'starttls' }, timeoutMs }
  note('value-adjusted', 'smtp_security', 'secure')
  return { kind: 'CERTIFICATE', target: { host, port }, timeoutMs }
}

function dnsOf(monitor: Monitor, timeoutMs: number, note: Note): CheckInput | null {
  const recordType = String(monitor['dns_resolve_type'] ?? 'A')
  if (recordType === 'PTR') return refuse(note, 'setting-unsupported', 'dns_resolve_type', recordType)
  const [resolver = null, ...others] = String(monitor['dns_resolve_server'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (others.length > 0) note('value-adjusted', 'dns_resolve_server', others.join(', '))
  if (numberOf(monitor['port'] ?? 53) !== 53) note('setting-unsupported', 'port', monitor['port'])
  const conditions = listOf(monitor['conditions']).map(recordOf)
  const isSimple = conditions.every(
    (one, index) =>
      one['type'] === 'expression' && one['operator'] === 'equals' && (index === 0 || one['andOr'] === 'or'),
  )
  if (!isSimple) note('condition-unsupported', 'conditions', monitor['conditions'])
  const expected = isSimple ? conditions.map(({ value }) => String(value)) : []
  return {
    kind: 'DNS',
    target: { name: String(monitor['hostname'] ?? ''), recordType: recordType as 'A', resolver, expected },
    timeoutMs,
  }
}

/** Only what asks the health service is a health check; any other method would need its description. */
function grpcOf(monitor: Monitor, timeoutMs: number, note: Note): CheckInput | null {
  const isHealth =
    /health$/iu.test(String(monitor['grpc_service_name'])) && /^check$/iu.test(String(monitor['grpc_method']))
  const address = /^(?:\w+:\/\/)?(?<host>[^:/]+):(?<port>\d+)$/u.exec(String(monitor['grpc_url'] ?? ''))?.groups
  if (!isHealth || address === undefined) return refuse(note, 'kind-unsupported', 'type', 'grpc-keyword')
  const service = recordOf(parsed(monitor['grpc_body']))['service']
  const target = { host: address['host'] ?? '', port: Number(address['port']), tls: monitor['grpc_enable_tls'] === 1 }
  return {
    kind: 'GRPC',
    target: { ...target, service: typeof service === 'string' ? service : '' },
    timeoutMs,
  }
}

/** Seconds there; 0 is four fifths of the interval. */
function timeoutOf(monitor: Monitor, intervalSeconds: number, note: Note): number {
  const seconds = numberOf(monitor['timeout']) || intervalSeconds * 0.8
  return fit(Math.round(seconds * 1_000), [1_000, Math.min(60_000, intervalSeconds * 1_000 - 1)], note, 'timeout')
}

function headersOf(monitor: Monitor, note: Note): Readonly<Record<string, unknown>> {
  if (!monitor['headers']) return {}
  const headers = parsed(monitor['headers'])
  if (headers === null) note('value-invalid', 'headers')
  return recordOf(headers)
}

function refuse(note: Note, ...said: Parameters<Note>): null {
  note(...said)
  return null
}

/** A column that holds JSON; null where it holds none. */
export function parsed(text: string | number | null | undefined): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null
  } catch {
    return null
  }
}

/** A column that holds a list as JSON; empty where it holds none. */
export function listOf(text: string | number | null | undefined): readonly unknown[] {
  const value = parsed(text)
  return Array.isArray(value) ? value : []
}

export function numberOf(value: string | number | null | undefined): number {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}
