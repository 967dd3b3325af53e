import type {
  MonitoredService,
  MonitoringIncident,
  MonitoringMonthReport,
  StoredResult,
  TriedCheck,
  Uptime,
} from '@bollard/contracts'

export const exampleService: MonitoredService = {
  id: '019a9b1c-5d3e-7000-8000-000000000101',
  name: 'anmeldung.rundbrief-redaktion.example.org/abonnement',
  tags: ['Rundbrief', 'Kundschaft'],
  check: {
    kind: 'HTTP',
    target: {
      url: 'https://anmeldung.rundbrief-redaktion.example.org/abonnement',
      method: 'GET',
      headers: [{ name: 'accept', value: 'text/html' }],
      body: null,
      redirectsMax: 5,
      authentication: { kind: 'BASIC', user: 'redaktion', password: null },
      statusCodes: '200-299',
      family: 'ANY',
      certificateWarningDays: null,
    },
    timeoutMs: 8_000,
    assertions: [{ source: 'TEXT', target: null, comparison: 'CONTAINS', value: 'Rundbrief', verdict: 'DEGRADED' }],
  },
  intervalSeconds: 60,
  places: ['frankfurt', 'former-office'],
  retries: 1,
  confirmations: 1,
  recoveries: 1,
  slowMs: null,
  parentId: null,
  hasSecret: true,
  paused: false,
  withheld: false,
  effectiveIntervalSeconds: 60,
  state: 'DOWN',
  stateSince: '2026-11-18T09:40:00.000Z',
  fault: 'tls-expired',
  detail: 'certificate has expired',
  lastCheckedAt: '2026-11-18T10:15:00.000Z',
  lastTotalMs: 182,
  certificateExpiresAt: '2026-11-18T09:39:00.000Z',
  domainExpiresAt: '2027-03-01T00:00:00.000Z',
  learning: { days: 5, daysNeeded: 21 },
  incidentId: '019a9b1c-5d3e-7000-8000-000000000201',
  createdAt: '2026-09-01T08:30:00.000Z',
  updatedAt: '2026-09-01T08:30:00.000Z',
  version: 3,
}

export const exampleIncident: MonitoringIncident = {
  id: '019a9b1c-5d3e-7000-8000-000000000201',
  serviceId: exampleService.id,
  serviceName: exampleService.name,
  state: 'OPEN',
  worst: 'DOWN',
  fault: 'tls-expired',
  cause: null,
  impact: null,
  openedAt: '2026-11-18T09:40:00.000Z',
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  mergedInto: null,
  version: 1,
}

export const exampleTried: TriedCheck = {
  at: Date.parse('2026-11-18T10:15:00.000Z'),
  verdict: 'DEGRADED',
  phases: { dnsMs: 4, connectMs: 21, tlsMs: 48, firstByteMs: 160, totalMs: 182 },
  fault: 'assertion',
  detail: 'text does not contain Rundbrief',
  assertions: [
    {
      assertion: { source: 'TEXT', target: null, comparison: 'CONTAINS', value: 'Rundbrief', verdict: 'DEGRADED' },
      passed: false,
      found: 'Wartungsarbeiten',
    },
  ],
  facts: { address: '192.0.2.10', statusCode: 200, certificateExpiresAt: Date.parse('2027-01-01T00:00:00.000Z') },
  sample: { headers: { 'content-type': 'text/html' }, body: '<h1>Wartungsarbeiten</h1>' },
}

export const exampleResult: StoredResult = {
  at: '2026-11-18T10:15:00.000Z',
  place: 'frankfurt',
  verdict: 'DOWN',
  totalMs: 182,
  dnsMs: 4,
  connectMs: 21,
  tlsMs: null,
  firstByteMs: null,
  fault: 'tls-expired',
  statusCode: null,
}

export const exampleUptime: Uptime = {
  from: '2026-08-20T10:15:00.000Z',
  to: '2026-11-18T10:15:00.000Z',
  uptimePercent: 99.9731,
  formula: {
    method: 'DURATION',
    weights: {
      UP: 'UP',
      DEGRADED: 'UP',
      DOWN: 'DOWN',
      CHALLENGED: 'LEFT_OUT',
      MAINTENANCE: 'LEFT_OUT',
      PAUSED: 'LEFT_OUT',
      UNKNOWN: 'LEFT_OUT',
    },
  },
  seconds: { UP: 7_700_000, DEGRADED: 3_600, DOWN: 2_100, CHALLENGED: 0, MAINTENANCE: 7_200, PAUSED: 0, UNKNOWN: 60 },
  checks: { total: 128_000, up: 127_000, degraded: 60, down: 35, challenged: 0, unknown: 1 },
}

const { uptimePercent, formula, seconds, checks } = exampleUptime
const compared = (now: number, before: number) => ({ now, before, change: now - before })
export const exampleMonth: MonitoringMonthReport = {
  month: '2026-10',
  timeZone: 'Europe/Berlin',
  from: '2026-09-30T22:00:00.000Z',
  to: '2026-10-31T23:00:00.000Z',
  complete: true,
  frozenAt: '2026-11-01T02:00:00.000Z',
  uptimePercent,
  formula,
  seconds,
  checks,
  response: { meanMs: 160, p50Ms: 140, p95Ms: 400, p99Ms: 790 },
  outages: [{ from: '2026-10-11T02:00:00.000Z', to: '2026-10-11T02:35:00.000Z' }],
  downSeconds: 2_100,
  longestOutageSeconds: 2_100,
  days: [],
  comparison: {
    uptimePercent: compared(99.9731, 99.61),
    downMs: compared(2_100_000, 10_140_000),
    outages: compared(1, 4),
    longestOutageMs: compared(2_100_000, 7_200_000),
    p95Ms: compared(400, 380),
  },
}

export const exampleChoices = {
  services: [
    { id: exampleService.id, name: exampleService.name, kind: 'HTTP' as const },
    { id: '019a9b1c-5d3e-7000-8000-000000000102', name: 'Mailserver', kind: 'SMTP' as const },
  ],
  zones: [
    { id: 'Etc/UTC', offsetMinutes: 0 },
    { id: 'Europe/Berlin', offsetMinutes: 60 },
  ],
  places: ['frankfurt', 'buero-berlin'],
  captchas: [],
  shortestSeconds: 60,
  ownPlaces: 1,
  hasBrowser: false,
}
