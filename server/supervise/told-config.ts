import { type Config, listSettings } from '../config.ts'

/** A task names those that its process needs, and no process needs the owner's address. */
const toldByTasks = {
  DATABASE_URL: undefined,
  DATABASE_READ_URL: undefined,
  EDGE_DATABASE_URL: undefined,
  CELL_URLS: [],
  SESSION_SECRET: undefined,
  INTERNAL_SECRET: undefined,
  CAPTCHA_SIGNING_KEYS: undefined,
  ENCRYPTION_KEY: undefined,
  BACKUP_KEY: undefined,
  BACKUP_S3_ACCESS_KEY_ID: undefined,
  BACKUP_S3_SECRET_ACCESS_KEY: undefined,
  METRICS_TOKEN: undefined,
  FORMER_SESSION_SECRETS: undefined,
  FORMER_ENCRYPTION_KEYS: undefined,
}
/** What people's calls and jobs use alone. */
const ofServices = {
  SMTP_URL: undefined,
  PROTECTION_STORE_URL: undefined,
  STRIPE_SECRET_KEY: undefined,
  STRIPE_WEBHOOK_SECRET: undefined,
  GOOGLE_ADS: undefined,
  ARCHIVE_S3_ACCESS_KEY_ID: undefined,
  ARCHIVE_S3_SECRET_ACCESS_KEY: undefined,
}

/** The settings as a child process is told them: without what would let it in where it has no business. */
export function toldConfig(config: Config, name: 'api' | 'edge' | 'sites'): Config {
  return { ...config, ...toldByTasks, ...(name === 'api' ? {} : ofServices) }
}

/** Who else hears of customers: legal texts name them, and the sites are told no secret by which they could tell. */
export interface Recipients {
  readonly stripe: boolean
  readonly googleAds: boolean
}

/** Where the sites run alone, they may know of Stripe by its publishable key. */
export function recipientsOf(config: Config): Recipients {
  const stripe = config.STRIPE_SECRET_KEY ?? config.STRIPE_PUBLISHABLE_KEY
  return { stripe: stripe !== undefined, googleAds: config.GOOGLE_ADS !== undefined }
}

/**
 * The environment of a child process: settings reach it with its task, and by no other way. What is undefined takes a variable away that the
 * child would inherit.
 */
export function toldEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const untold = listSettings().flatMap(({ name }) => (name === 'NODE_ENV' ? [] : [[name, undefined] as const]))
  return { ...environment, ...Object.fromEntries(untold) }
}
