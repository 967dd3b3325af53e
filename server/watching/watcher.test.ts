import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { writeAlertRules } from './alert-rules-file.ts'
import { alertRules, type AlertRule } from './alert-rules.ts'
import { quantileOf, readHealth } from './health.ts'
import { createHistory } from './history.ts'
import { readSamples } from './samples.ts'
import { watchRegistry } from './testing/watch-registry.ts'
import { createWatcher } from './watcher.ts'

const minute = 60_000
const total = { metric: 'calls_total', where: { status: '5..' } }

test('growth goes on over a restart, counts a series from its first sight, and forgets nothing within three days', () => {
  const history = createHistory([total])
  const add = (at: number, ...values: number[]) =>
    history.add(
      values.map((value, index) => ({ metric: 'calls_total', labels: { status: `50${index}` }, value })),
      at,
    )
  add(0, 100)
  expect(history.increase(total, 60)).toBe(0)
  add(minute, 110)
  // The process was started again, and a second series came.
  add(2 * minute, 4, 7)
  expect(history.increase(total, 120)).toBe(21)
  expect(history.increase(total, 60)).toBe(11)
  for (let at = 3; at <= 3 * 24 * 60; at += 1) add(at * minute, 4 + at, 7)
  expect(history.increase(total, 3_600)).toBe(60)
  expect(history.increase(total, 259_200)).toBe(21 + 3 * 24 * 60)
  expect(history.momentsBetween(0, Number.POSITIVE_INFINITY).length).toBeLessThan(1_000)
})

test('a rule fires once its condition has held for as long as it asks, and ends with it', () => {
  const rule: AlertRule = {
    name: 'Test',
    severity: 'ticket',
    summary: '',
    runbook: 'test',
    when: [{ signal: { kind: 'value', of: { metric: 'waiting' }, across: 'max' }, is: 'above', than: 5 }],
    forSeconds: 120,
  }
  const watcher = createWatcher([rule])
  const take = (at: number, value: number | null) => {
    watcher.take(value === null ? [] : [{ metric: 'waiting', labels: {}, value }], at)
    return watcher.firing().map(({ since }) => since)
  }
  expect(take(0, 6)).toEqual([])
  expect(take(minute, 6)).toEqual([])
  expect(take(2 * minute, 6)).toEqual([0])
  expect(take(3 * minute, 5)).toEqual([])
  expect(take(4 * minute, 6)).toEqual([])
  // What nobody can tell is no alert.
  expect(take(7 * minute, null)).toEqual([])
})

test('what /metrics serves is read as Prometheus reads it', () => {
  expect(readSamples('# TYPE a counter\na{x="1\\n\\"2\\"",le="+Inf"} 3\nb 1e-3\nc NaN\n\n')).toEqual([
    { metric: 'a', labels: { x: '1\n"2"', le: '+Inf' }, value: 3 },
    { metric: 'b', labels: {}, value: 0.001 },
    { metric: 'c', labels: {}, value: Number.NaN },
  ])
})

test('quantiles lie within their bucket', () => {
  const atMost = [
    { seconds: 0.01, calls: 50 },
    { seconds: 0.1, calls: 90 },
  ]
  expect(quantileOf(0.5, atMost, 100)).toBe(0.01)
  expect(quantileOf(0.7, atMost, 100)).toBeCloseTo(0.055)
  expect(quantileOf(0.99, atMost, 100)).toBe(0.1)
  expect(quantileOf(0.5, atMost, 0)).toBeNull()
})

const duration = z.string().regex(/^\d+[smhd]$/u)
const rulesFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.union([
          z.strictObject({ record: z.string().regex(/^[a-z_][\w:]*$/u), expr: z.string() }),
          z.strictObject({
            alert: z.string().regex(/^Bollard[A-Z]\w+$/u),
            expr: z.string(),
            for: duration.optional(),
            labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
            annotations: z.strictObject({ summary: z.string(), runbook_url: z.url() }),
          }),
        ]),
      ),
    }),
  ),
})

test('alert-rules.yml is what the rules make of it, and in the form of Prometheus', () => {
  const text = readFileSync(new URL('alert-rules.yml', import.meta.url), 'utf8')
  expect(text, 'run: node server/watching/alert-rules-file.ts').toBe(writeAlertRules('http://localhost:8083'))
  const { groups } = rulesFile.parse(parse(text))
  const rules = groups.flatMap((group) => group.rules)
  const alerts = rules.flatMap((rule) => ('alert' in rule ? [rule.alert] : []))
  expect(alerts).toEqual(alertRules.map(({ name }) => `Bollard${name}`))
  // Every recorded series that an alert asks for is recorded.
  const recorded = new Set(rules.flatMap((rule) => ('record' in rule ? [rule.record] : [])))
  for (const { expr } of rules)
    for (const name of expr.match(/bollard:\w+:\w+/gu) ?? []) expect(recorded).toContain(name)
})

test('every rule has its place in the incident handbook, in every language, and no place is left of an old rule', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'it']) {
    const file = new URL(`../../content/${language}/docs/operate/incidents.mdx`, import.meta.url)
    const headings = [...readFileSync(file, 'utf8').matchAll(/^## ([A-Z]\w+)$/gmu)].map(([, rule = '']) =>
      rule.toLowerCase(),
    )
    expect(new Set(headings), language).toEqual(new Set(alertRules.map(({ runbook }) => runbook)))
  }
})

test('/metrics asks for the token where one is set, and says nothing without it', async () => {
  const token = 'a-token-of-at-least-32-characters'
  const registry = await watchRegistry({ token })
  onTestFinished(() => registry.close())
  for (const authorization of ['', `Bearer ${token}x`, `Basic ${token}`, token]) {
    const refused = await registry.readMetrics(authorization === '' ? {} : { authorization })
    expect([refused.status, refused.headers.get('www-authenticate'), await refused.text()]).toEqual([
      401,
      'Bearer',
      'METRICS_TOKEN is needed\n',
    ])
  }
  const answered = await registry.readMetrics({ authorization: `Bearer ${token}` })
  expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining('bollard_alert_firing{')])
})

test('figures tell minutes, burns and what fires, and before the first reading that there are none', () => {
  const watcher = createWatcher(alertRules, [])
  expect(readHealth(watcher)).toMatchObject({ at: null, history: [], firing: [], diskFreeBytes: null })
})
