import { readFileSync } from 'node:fs'
import { type AdvertisingProvider, createGoogleAds } from '@bollard/identity-service'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'

const word = z.string().min(1).max(2000)
const settingsSchema = z.strictObject({
  customerId: z.string().regex(/^\d+$/u),
  developerToken: word,
  clientId: word,
  clientSecret: word,
  refreshToken: word,
  loginCustomerId: z.string().regex(/^\d+$/u).optional(),
})

/** Google Ads as the file of `GOOGLE_ADS` describes the account; undefined without one. Faults never repeat what the file says. */
export function advertisingOf(config: Config, now: () => Date): AdvertisingProvider | undefined {
  if (config.GOOGLE_ADS === undefined) return undefined
  const parsed = settingsSchema.safeParse(readJson(config.GOOGLE_ADS))
  if (!parsed.success)
    throw new StartupFault(
      `${config.GOOGLE_ADS} does not describe an account of Google Ads:\n${z.prettifyError(parsed.error)}`,
    )
  return createGoogleAds(parsed.data, now)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new StartupFault(`${file} cannot be read as JSON.`)
  }
}
