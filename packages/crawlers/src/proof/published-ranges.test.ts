import { expect, test } from 'vitest'
import { compileRanges, rangeDaysMax, readRanges, shippedRanges } from './published-ranges.ts'
import { rangeSources } from './range-sources.ts'

const file = (prefixes: readonly unknown[], creationTime: unknown = '2026-10-01T09:00:00.000000'): string =>
  JSON.stringify({ creationTime, prefixes })

test('a list of an operator is read with its date, both families', () => {
  const read = readRanges(
    'gptbot',
    file([{ ipv4Prefix: '192.0.2.0/24' }, { ipv6Prefix: '2001:db8::/48' }]),
    '2026-10-20',
  )
  expect(read).toMatchObject({ date: '2026-10-01', networks: ['192.0.2.0/24', '2001:db8::/48'] })
  expect(read.source).toBe('https://openai.com/gptbot.json')
  // The clock of who made it is no reason to believe it for longer.
  expect(readRanges('gptbot', file([{ ipv4Prefix: '192.0.2.1' }], '2031-01-01'), '2026-10-20').date).toBe('2026-10-20')
  expect(readRanges('gptbot', file([{ ipv4Prefix: '192.0.2.1' }], null), '2026-10-20').date).toBe('2026-10-20')
})

test('a list in lines is read, with whatever else its lines have', () => {
  const text = '\uFEFF# probes\r\n192.0.2.0/24,US,US-CA,,\r\n\r\n2001:db8::1 # one\n'
  expect(readRanges('meta', text, '2026-10-20')).toMatchObject({ networks: ['192.0.2.0/24', '2001:db8::1'] })
})

test.for<[id: string, text: string, fetchedOn: string, fault: string]>([
  ['nobody', '', '2026-10-20', 'UNKNOWN_LIST at nobody'],
  ['gptbot', '<html>', '2026-10-20', 'NOT_JSON at /'],
  ['gptbot', '[]', '2026-10-20', 'NO_PREFIXES at /prefixes'],
  ['gptbot', '{"prefixes":[]}', '2026-10-20', 'NO_PREFIXES at /prefixes'],
  ['gptbot', file([{ ipv4Prefix: '192.0.2.0/24' }, { ipv4Prefix: 7 }]), '2026-10-20', 'NOT_A_NETWORK at /prefixes/1'],
  ['gptbot', file([null]), '2026-10-20', 'NOT_A_NETWORK at /prefixes/0'],
  ['gptbot', file([{ ipv4Prefix: '0.0.0.0/0' }]), '2026-10-20', 'NETWORK_TOO_LARGE at /prefixes/0'],
  ['gptbot', file([{ ipv6Prefix: '2000::/3' }]), '2026-10-20', 'NETWORK_TOO_LARGE at /prefixes/0'],
  ['gptbot', file([{ ipv4Prefix: '192.0.2.1' }], null), 'yesterday', 'NO_DATE at /'],
  ['meta', '\n\n', '2026-10-20', 'NO_PREFIXES at /'],
  ['meta', '192.0.2.0/24\n<html>', '2026-10-20', 'NOT_A_NETWORK at line 2'],
])('%s with %s is refused', ([id, text, fetchedOn, fault]) =>
  expect(() => readRanges(id, text, fetchedOn)).toThrow(fault),
)

test('the lists that are shipped are read as any other, and count for 90 days from their date', () => {
  const lookup = compileRanges(shippedRanges)
  for (const { id, date, networks, source } of shippedRanges) {
    expect(rangeSources.some((known) => known.id === id)).toBe(true)
    expect(
      readRanges(
        id,
        file(
          networks.map((ipv4Prefix) => ({ ipv4Prefix })),
          date,
        ),
        date,
      ).networks,
    ).toEqual(networks)
    expect(URL.canParse(source)).toBe(true)
    const [address = ''] = networks[0]?.split('/') ?? []
    const last = Date.parse(date) + rangeDaysMax * 86_400_000
    expect([lookup(id, address, new Date(last)), lookup(id, address, new Date(last + 1))]).toEqual([true, null])
    expect(lookup(id, '198.51.100.1', new Date(last))).toBe(false)
  }
})
