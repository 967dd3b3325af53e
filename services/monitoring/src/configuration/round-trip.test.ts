import { runs, seededRandom } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page, startService, type TestService } from '../testing/start-service.ts'
import { configurationCalls, forgetConfiguration } from './testing/configuration-calls.ts'
import { onCall, rule, service, slack, statusPage } from './testing/parts-of-files.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
const { read, apply } = configurationCalls(() => world)

test('GET and PUT change nothing, whatever was configured', async () => {
  const random = seededRandom('configuration')
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const host = () => `h${Math.floor(random() * 1e6)}.example`
  const checks = [
    () => page(host()),
    () => ({
      kind: 'HTTP',
      target: { url: `https://${host()}/`, authentication: { kind: 'BEARER', token: 'a secret' } },
    }),
    () => ({ kind: 'CERTIFICATE', target: { host: host(), port: 443 } }),
    () => ({ kind: 'TCP', target: { host: host(), port: 25 } }),
    () => ({ kind: 'DNS', target: { name: host(), recordType: pick(['A', 'MX']) } }),
    () => ({ kind: 'ICMP', target: { host: host() } }),
    () => ({ kind: 'DOMAIN', target: { name: host() } }),
    () => ({ kind: 'WEBSOCKET', target: { url: `wss://${host()}/` } }),
    () => ({ kind: 'SMTP', target: { host: host() } }),
    () => ({ kind: 'GRPC', target: { host: host(), port: 443 } }),
    () => ({ kind: 'HEARTBEAT', target: { cron: '0 3 * * *', timeZone: 'Europe/Berlin' } }),
    () => ({ kind: 'MANUAL', target: { state: 'UP' } }),
  ]
  const targets = [
    () => ({ kind: 'EMAIL', addresses: ['person2@example.org'] }),
    () => ({
      kind: 'WEBHOOK',
      url: `https://${host()}/`,
      secret: `whsec_${Buffer.from('a'.repeat(24)).toString('base64')}`,
    }),
    () => ({ kind: 'SLACK', url: `https://${host()}/secret` }),
    () => ({ kind: 'TEAMS', url: `https://${host()}/secret` }),
    () => ({ kind: 'TELEGRAM', token: '1:secret', chatId: '-100', threadId: 7 }),
    () => ({ kind: 'PAGERDUTY', routingKey: 'secret', region: 'EU' }),
    () => ({ kind: 'PRESET', preset: 'DISCORD', secrets: { url: `https://${host()}/secret` } }),
    () => ({ kind: 'PRESET', preset: 'NTFY', fields: { topic: 'a', server: `https://${host()}` } }),
    () => ({
      kind: 'REQUEST',
      request: {
        url: `https://${host()}/`,
        body: '{"text":"{{text}}"}',
        headers: [{ name: 'X-Key', value: '{{pass}}' }],
      },
      secrets: { pass: 'secret' },
    }),
  ]
  const conditions = [
    { kind: 'STATE', states: ['DOWN'] },
    { kind: 'HEARTBEAT' },
    { kind: 'SLOW', totalMs: 900 },
    { kind: 'UPTIME', objectivePercent: 99.9 },
    { kind: 'CERTIFICATE' },
    { kind: 'DOMAIN', days: 20 },
  ]
  for (let run = 0; run < runs(12); run++) {
    const services = checks.filter(() => random() < 0.7).map((make, index) => service(`s${index}`, { check: make() }))
    const keys = services.map(({ key }) => key)
    const some = () => keys.filter(() => random() < 0.4)
    const group =
      keys.length > 0 ? [service('group', { check: { kind: 'GROUP', target: { members: keys.slice(0, 3) } } })] : []
    const channels = targets
      .filter(() => random() < 0.7)
      .map((make, index) => ({
        ...slack(`c${index}`),
        language: pick(['en', 'de']),
        target: make(),
        active: random() < 0.5,
        quietHours:
          random() < 0.5 ? null : { timeZone: 'Etc/UTC', hours: [{ weekdays: [1, 2], from: '22:00', until: '06:00' }] },
      }))
    const named = channels.map(({ key }) => key)
    const onCallSchedules = named.slice(1).map((key, index) =>
      onCall(`o${index}`, named.slice(0, index + 1), {
        timeZone: pick(['Etc/UTC', 'America/New_York']),
        overrides:
          random() < 0.5
            ? []
            : [{ from: '2026-03-02T09:00:00Z', until: '2026-03-04T09:00:00Z', channel: pick([null, key]) }],
      }),
    )
    const alertRules = channels.map(({ key }, index) =>
      rule(`r${index}`, key, {
        services: some(),
        condition: pick(conditions),
        repeat: random() < 0.5 ? null : { afterMinutes: 30, times: 3 },
        ...(index < onCallSchedules.length && random() < 0.5
          ? { steps: [{ afterMinutes: 0, targets: [{ kind: 'SCHEDULE', key: `o${index}` }] }] }
          : {}),
      }),
    )
    const statusPages = [0, 1].map((index) =>
      statusPage(`p${run}-${index}`, {
        description: random() < 0.5 ? null : 'Two\nlines',
        languages: pick([['en'], ['de', 'en']]),
        networks: random() < 0.5 ? [] : ['192.0.2.0/24'],
        groups: some().map((key) => ({ name: random() < 0.5 ? null : key, components: [{ service: key, name: key }] })),
      }),
    )
    const maintenance = [
      {
        key: 'm',
        title: 'M',
        services: some(),
        startsAt: '2026-04-02T23:00',
        durationMinutes: 30,
        timeZone: 'Etc/UTC',
        recurrence: pick([null, { frequency: 'DAILY' }, { frequency: 'WEEKLY', weekdays: [1, 5] }]),
      },
    ]
    const file = {
      version: 1,
      services: [...services, ...group],
      channels,
      onCallSchedules,
      alertRules,
      statusPages,
      maintenance,
    }
    await forgetConfiguration(world)
    await apply(file, { deleteMissing: true })
    const given = await read()
    const again = await apply(given, { deleteMissing: true })
    expect([again.created, again.changed, again.deleted]).toEqual([[], [], []])
    expect(await read()).toEqual(given)
  }
})
