import type { PublicComponent, PublicContent, PublicPage } from '@bollard/contracts'

export const exampleIds = {
  report: '0199a1b2-0000-7000-8000-0000000000a1',
  component: (number: number) => `0199a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`,
}

/** A component whose days are well but for two, and of which the first ten are not known. */
export function exampleComponent(number: number, days: number, more: Partial<PublicComponent> = {}): PublicComponent {
  const each = (of: (day: number) => number) => Array.from({ length: days }, (_day, day) => (day < 10 ? -1 : of(day)))
  return {
    id: exampleIds.component(number),
    name: `Shop ${number}`,
    description: null,
    state: 'UP',
    since: '2026-11-20T08:00:00Z',
    uptimePercent: 99.9812,
    downSeconds: each((day) => (day === (number * 7) % days ? 840 + number : 0)),
    degradedSeconds: each((day) => (day === (number * 11 + 3) % days ? 4_000 + number : 0)),
    maintenanceSeconds: each((day) => (day === (number * 13 + 5) % days ? 3_600 : 0)),
    responseTimes: null,
    certificateExpiresAt: null,
    ...more,
  }
}

/** Hourly response times as they are on a day with a slow evening. */
export const exampleTimes = (number: number): NonNullable<PublicComponent['responseTimes']> =>
  Array.from({ length: 24 }, (_hour, hour) => {
    const p50Ms = 80 + ((number * 31 + hour * 17) % 60) + (hour > 17 ? 90 : 0)
    return { at: new Date(Date.UTC(2026, 10, 26, 14 + hour)).toISOString(), p50Ms, p95Ms: p50Ms * 2 + 7 }
  })

/** A page of so many components; for tests, states of pages and measurements. */
export function examplePage({
  components = 3,
  days = 90,
  responseTimes = false,
  page = {},
  content = {},
}: {
  components?: number
  days?: number
  responseTimes?: boolean
  page?: Partial<PublicPage>
  content?: Partial<PublicContent>
} = {}): PublicPage & { content: PublicContent } {
  const all = Array.from({ length: components }, (_one, index) =>
    exampleComponent(index + 1, days, responseTimes ? { responseTimes: exampleTimes(index + 1) } : {}),
  )
  const first = new Date(Date.UTC(2026, 10, 27) - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  return {
    slug: 'example-shop',
    name: 'Example shop',
    logo: null,
    colors: { light: null, dark: null },
    languages: ['en', 'de', 'fr', 'es', 'it'],
    noindex: false,
    forEverybody: true,
    version: '1',
    at: '2026-11-27T13:00:00.000Z',
    ...page,
    content: {
      description: null,
      announcement: null,
      state: 'UP',
      timeZone: 'Europe/Berlin',
      firstDay: first,
      days,
      weights: {
        UP: 'UP',
        DEGRADED: 'HALF',
        DOWN: 'DOWN',
        CHALLENGED: 'LEFT_OUT',
        MAINTENANCE: 'LEFT_OUT',
        PAUSED: 'LEFT_OUT',
        UNKNOWN: 'LEFT_OUT',
      },
      groups: [
        { name: null, components: all.slice(0, 1) },
        { name: 'Europe', components: all.slice(1) },
      ].filter((group) => group.components.length > 0),
      reports: [],
      maintenance: [],
      firstMonth: '2026-09',
      subscribing: { open: true, siteKey: null },
      ...content,
    },
  }
}

/** A report that is still open. */
export const exampleReport: PublicContent['reports'][number] = {
  id: exampleIds.report,
  title: 'Orders are slow',
  stage: 'IDENTIFIED',
  startedAt: '2026-11-27T11:00:00.000Z',
  resolvedAt: null,
  updates: [
    {
      at: '2026-11-27T12:10:00.000Z',
      correctedAt: null,
      stage: 'IDENTIFIED',
      text: 'A database runs out of connections.\nWe add some.',
      impacts: [{ componentId: exampleIds.component(1), impact: 'DEGRADED' }],
    },
    {
      at: '2026-11-27T11:00:00.000Z',
      correctedAt: '2026-11-27T11:20:00.000Z',
      stage: 'INVESTIGATING',
      text: 'Orders take longer than usual.',
      impacts: [],
    },
  ],
}

export const exampleMaintenance: PublicContent['maintenance'][number] = {
  id: 'window-1',
  title: 'A larger database',
  from: '2026-11-29T02:00:00.000Z',
  to: '2026-11-29T04:00:00.000Z',
  componentIds: [exampleIds.component(1)],
}
