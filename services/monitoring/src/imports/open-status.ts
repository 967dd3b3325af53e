import { readYaml, recordOf } from '../configuration/read-file.ts'
import { comparedAssertion, jsonAssertion } from './draft/assertions.ts'
import { createDraft, type DraftInHand, fit, keyFrom, nameFrom, type Note, splitHeaders } from './draft/draft.ts'
import { type Imports, noHistory } from './draft/history.ts'
import { durationMs } from './duration.ts'

type Fields = Readonly<Record<string, unknown>>
const known = new Set(
  'name description active frequency kind regions retry public timeout degradedAfter request assertions openTelemetry'.split(
    ' ',
  ),
)

/** What the file of the command line of OpenStatus (`openstatus.yaml`) becomes: a monitor for each name in it. */
export function draftOfOpenStatus(text: string): Imports {
  const draft = createDraft()
  for (const [key, value] of Object.entries(recordOf(readYaml(text, '/content'))))
    addMonitor(draft, key, recordOf(value))
  return { ...draft.finish(), history: noHistory }
}

function addMonitor(draft: DraftInHand, key: string, monitor: Fields): void {
  const name = nameFrom(monitor['name'] ?? key, key)
  const note = draft.noteOn(name)
  for (const field of Object.keys(monitor)) if (!known.has(field)) note('setting-unsupported', field, monitor[field])
  if (monitor['regions'] !== undefined) note('setting-unsupported', 'regions', monitor['regions'])
  if (monitor['public'] === true) note('page-set-up-anew', 'public')
  if (monitor['openTelemetry'] !== undefined) note('set-up-anew', 'openTelemetry')
  if (monitor['description']) note('setting-unsupported', 'description', monitor['description'])
  const seconds = (durationMs(monitor['frequency'] ?? '10m') ?? Number.NaN) / 1_000
  if (Number.isNaN(seconds)) return note('value-invalid', 'frequency', monitor['frequency'])
  const intervalSeconds = fit(seconds, [10, 86_400], note, 'frequency')
  const timeoutMs = fit(
    Number(monitor['timeout'] ?? 45_000),
    [1_000, Math.min(60_000, seconds * 1_000 - 1)],
    note,
    'timeout',
  )
  const check = checkOf(monitor, timeoutMs, note)
  if (check === null) return undefined
  draft.addService({
    key: keyFrom(key, 'openstatus'),
    name,
    check,
    intervalSeconds,
    paused: monitor['active'] === false,
    retries: fit(Number(monitor['retry'] ?? 3), [0, 5], note, 'retry'),
    slowMs:
      monitor['degradedAfter'] === undefined
        ? null
        : fit(Number(monitor['degradedAfter']), [1, 6e4], note, 'degradedAfter'),
  })
  return undefined
}

function checkOf(monitor: Fields, timeoutMs: number, note: Note) {
  const request = recordOf(monitor['request'])
  const demands = Array.isArray(monitor['assertions']) ? monitor['assertions'].map(recordOf) : []
  const host = String(request['host'] ?? request['uri'] ?? '')
  switch (monitor['kind']) {
    case 'http': {
      const { headers, authentication } = splitHeaders(recordOf(request['headers']), note)
      const assertions = demands.flatMap((demand) => {
        const assertion = assertionOf(demand)
        if (assertion === null) note('condition-unsupported', 'assertions', demand)
        return assertion ?? []
      })
      // With demands on the code of its own, whatever they let through is good.
      const statusCodes = demands.some(({ kind }) => kind === 'statusCode') ? '100-599' : '200-299'
      return {
        kind: 'HTTP' as const,
        target: {
          url: String(request['url'] ?? ''),
          method: String(request['method'] ?? 'GET').toUpperCase() as 'GET',
          headers,
          body: request['body'] ? String(request['body']) : null,
          authentication,
          redirectsMax: request['followRedirects'] === false ? 0 : 10,
          statusCodes,
        },
        timeoutMs,
        assertions,
      }
    }
    case 'tcp':
      return { kind: 'TCP' as const, target: { host, port: Number(request['port']) }, timeoutMs }
    case 'icmp':
      return { kind: 'ICMP' as const, target: { host }, timeoutMs }
    case 'dns': {
      const records = demands.filter(({ kind, compare }) => kind === 'dnsRecord' && compare === 'eq')
      if (records.length < demands.length) note('condition-unsupported', 'assertions')
      const types = new Set(records.map(({ record, key }) => String(record ?? key)))
      if (types.size > 1) note('condition-unsupported', 'assertions', [...types])
      const [recordType = 'A'] = types
      const expected = records.filter(({ record, key }) => String(record ?? key) === recordType)
      return {
        kind: 'DNS' as const,
        target: {
          name: host,
          recordType: recordType as 'A',
          expected: expected.map(({ target }) => String(target)),
          match: 'ALL' as const,
        },
        timeoutMs,
      }
    }
    default:
      note('kind-unsupported', 'kind', monitor['kind'])
      return null
  }
}

function assertionOf({ kind, compare, target, key }: Fields) {
  const [operator, value] = [String(compare), String(target ?? '')]
  // Texts are in an order there that ours don't have.
  if (kind !== 'statusCode' && /^[gl]te?$/u.test(operator)) return null
  switch (kind) {
    case 'statusCode':
      return comparedAssertion('STATUS', null, operator, value)
    case 'header':
      return operator === 'empty' || operator === 'not_empty'
        ? headerThere(String(key), operator === 'not_empty')
        : comparedAssertion('HEADER', String(key), operator, value)
    case 'textBody':
      return comparedAssertion('TEXT', null, operator, value)
    case 'jsonBody':
      return jsonAssertion(String(key ?? '$'), operator, value)
    default:
      return null
  }
}

function headerThere(name: string, isThere: boolean) {
  const comparison = isThere ? ('EXISTS' as const) : ('NOT_EXISTS' as const)
  return { source: 'HEADER' as const, target: name, comparison, value: null, verdict: 'DOWN' as const }
}
