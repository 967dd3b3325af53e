import type { Config } from './config.ts'

/** Keys of the captcha on one of our own sites. */
export interface OwnSite {
  readonly siteKey: string
  readonly secretKey: string
}

/** The captchas on our own sites; of the identity site null where it is not protected. */
export interface OwnSites {
  readonly website: OwnSite
  readonly identity: OwnSite | null
}

/** The captchas on our own sites as far as the configuration names them; null where the website's is not named. */
export function ownSitesOf(config: Config): OwnSites | null {
  if (!config.WEBSITE_SITE_KEY || !config.WEBSITE_SECRET_KEY) return null
  return {
    website: { siteKey: config.WEBSITE_SITE_KEY, secretKey: config.WEBSITE_SECRET_KEY },
    identity: identitySiteOf(config),
  }
}

/** Null where none is named, and where the forms of the identity site are not protected. */
export function identitySiteOf(config: Config): OwnSite | null {
  if (!config.SIGN_UP_CAPTCHA || !config.IDENTITY_SITE_KEY || !config.IDENTITY_SECRET_KEY) return null
  return { siteKey: config.IDENTITY_SITE_KEY, secretKey: config.IDENTITY_SECRET_KEY }
}
