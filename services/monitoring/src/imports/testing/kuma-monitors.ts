import type { KumaRow } from './kuma-database.ts'

/** A monitor of every kind in turn, and what it has to become. */
export function monitorOf(id: number): { readonly row: KumaRow; readonly expected: object } {
  const host = `host${id}.example`
  const interval = 20 + (id % 50)
  const shared = { id, name: `Monitor ${id}`, interval, timeout: 8, maxretries: id % 6, active: id % 7 === 0 ? 0 : 1 }
  const kept = {
    key: `kuma-${id}`,
    name: shared.name,
    intervalSeconds: interval,
    paused: id % 7 === 0,
    retries: id % 6,
  }
  const http = (more: KumaRow, target: object, assertions: object[] = []) => ({
    row: { ...shared, type: 'http', url: `https://${host}/`, ...more },
    expected: {
      ...kept,
      check: {
        kind: 'HTTP',
        timeoutMs: 8_000,
        target: {
          url: `https://${host}/`,
          redirectsMax: 10,
          statusCodes: '200-299',
          certificateWarningDays: 21,
          ...target,
        },
        assertions,
      },
    },
  })
  const other = (row: KumaRow, check: object, more: object = {}) => ({
    row: { ...shared, hostname: host, ...row },
    expected: { ...kept, check, ...more },
  })
  const demand = { target: null, verdict: 'DOWN' }
  switch (id % 10) {
    case 0:
      return http(
        {
          method: 'POST',
          body: '{"a":1}',
          headers: '{"X-A":"b"}',
          http_body_encoding: 'json',
          accepted_statuscodes_json: '["200-299","401"]',
          maxredirects: 3,
          ip_family: 'ipv6',
        },
        {
          method: 'POST',
          body: '{"a":1}',
          headers: [
            { name: 'X-A', value: 'b' },
            { name: 'Content-Type', value: 'application/json' },
          ],
          statusCodes: '200-299,401',
          redirectsMax: 3,
          family: 'IPV6',
        },
      )
    case 1:
      return http({ type: 'keyword', keyword: 'Welcome', invert_keyword: id % 4 === 1 ? 1 : 0 }, {}, [
        { ...demand, source: 'TEXT', comparison: id % 4 === 1 ? 'NOT_CONTAINS' : 'CONTAINS', value: 'Welcome' },
      ])
    case 2:
      return http(
        { type: 'json-query', json_path: 'data.items[0].state', json_path_operator: '==', expected_value: 'ok' },
        {},
        [{ ...demand, source: 'JSON', target: '$.data.items[0].state', comparison: 'EQUALS', value: 'ok' }],
      )
    case 3:
      return http(
        { auth_method: 'basic', basic_auth_user: 'me', basic_auth_pass: `secret ${id}`, expiry_notification: 0 },
        { authentication: { kind: 'BASIC', user: 'me', password: null }, certificateWarningDays: null },
      )
    case 4:
      return other({ type: 'port', port: 5432 }, { kind: 'TCP', target: { host, port: 5432 } })
    case 5:
      return other({ type: 'ping', ping_count: 4 }, { kind: 'ICMP', target: { host, packets: 4 } })
    case 6:
      return other(
        {
          type: 'dns',
          port: 53,
          dns_resolve_type: 'MX',
          dns_resolve_server: '192.0.2.53',
          conditions: '[{"type":"expression","variable":"record","operator":"equals","value":"mx.example"}]',
        },
        { kind: 'DNS', target: { name: host, recordType: 'MX', resolver: '192.0.2.53', expected: ['mx.example'] } },
      )
    case 7:
      return other(
        { type: 'push', push_token: 'a token of the old one', maxretries: 2, retry_interval: 30 },
        { kind: 'HEARTBEAT', target: { periodSeconds: Math.max(30, interval), graceSeconds: 60 } },
        { retries: 1 },
      )
    case 8:
      return other(
        { type: 'smtp', port: 587, smtp_security: 'starttls' },
        { kind: 'SMTP', target: { host, port: 587, startTls: true } },
      )
    default:
      return other(
        { type: 'websocket-upgrade', url: `wss://${host}/live` },
        { kind: 'WEBSOCKET', target: { url: `wss://${host}/live` } },
      )
  }
}
