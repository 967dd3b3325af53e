import { type Config, listSettings } from '../../config.ts'

/**
 * Settings whose values say nothing about people and let nobody in: numbers, switches and choices. Everything else is told as set or not,
 * also what a later release adds.
 */
const shown: ReadonlySet<string> = new Set([
  'WEBSITE_PORT',
  'IDENTITY_PORT',
  'DASHBOARD_PORT',
  'DOCS_PORT',
  'ADMIN_PORT',
  'STATUS_PORT',
  'API_PORT',
  'METRICS_PORT',
  'ROLE',
  'CONSENT',
  'SESSION_REPLAY',
  'PAGE_VIEWS',
  'PERFORMANCE_EVENTS',
  'SIGN_UP_CAPTCHA',
  'SIGN_UPS_PER_HOUR',
  'RETENTION_DAYS',
  'EXPRESS_LANE',
  'PRIVATE_WEBHOOKS',
  'API_KEYS_FOR',
  'LOG_LEVEL',
  'NODE_ENV',
])

/** Each setting with its value, or with no more than whether it is set. */
export function maskSettings(config: Config, environment: NodeJS.ProcessEnv): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(config))
  return Object.fromEntries(
    listSettings().map(({ name }) => [
      name,
      shown.has(name) ? values.get(name) : environment[name] ? 'set' : 'not set',
    ]),
  )
}
