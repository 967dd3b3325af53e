import { page } from '../../testing/start-service.ts'

/** Parts of files as somebody writes them by hand; defaults are left out. */
export const service = (key: string, more: object = {}) => ({ key, name: key, check: page(`${key}.example`), ...more })
export const slack = (
  key: string,
  url: string | null = 'https://hooks.slack.com/services/a-secret',
  more: object = {},
) => ({
  key,
  name: key,
  language: 'en',
  target: { kind: 'SLACK', url },
  ...more,
})
export const mail = (key: string, ...addresses: string[]) => ({
  key,
  name: key,
  language: 'en',
  target: { kind: 'EMAIL', addresses },
})
export const rule = (key: string, channel: string, more: object = {}) => ({
  key,
  name: key,
  condition: { kind: 'STATE' },
  steps: [{ afterMinutes: 0, targets: [{ kind: 'CHANNEL', key: channel }] }],
  ...more,
})
export const onCall = (key: string, channels: readonly string[] = ['team'], more: object = {}) => ({
  key,
  name: key,
  timeZone: 'Europe/Berlin',
  layers: [{ channels, handOver: { every: 'WEEK', time: '09:00' }, startDay: '2026-03-02' }],
  ...more,
})
export const statusPage = (key: string, more: object = {}) => ({
  key,
  slug: `page-${key}`,
  name: key,
  languages: ['en'],
  ...more,
})
