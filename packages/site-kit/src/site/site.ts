import type { Language } from '@bollard/i18n'
import type { SiteName } from '@bollard/i18n/load'

export type { SiteName }

/** What people accept at the sign-up, what it says about their data, and the agreement about processing visitors' data. */
export type LegalDocumentKind = 'terms' | 'privacy' | 'dpa'
export interface LegalDocument {
  version: string
  url: string
  /** The day from which it holds, such as `2026-11-01`. */
  since?: string | undefined
}

/**
 * Whom the website asks about cookies: everybody, and a click is kept in the tab until there is a yes; or only those who came by a click, of
 * whom nothing is kept before that.
 */
export type ConsentMode = 'specification' | 'strict'

/** What a site must know about the installation it is part of. Origins have no slash at the end. */
export interface Site {
  name: SiteName
  /** Public origins, as browsers see them. */
  urls: Record<SiteName | 'api', string>
  /** Origin of the API as this process reaches it; often the same as `urls.api`. */
  apiInternalUrl: string
  /** Proves to the API that `x-bollard-client-ip` comes from one of our sites. */
  internalSecret: string
  /** True when browsers reach the sites over https. */
  secure: boolean
  /** Parent domain of all sites, where they have one in common. */
  cookieDomain?: string | undefined
  /** The installation's own captcha, for the forms of the website. */
  demo?: { siteKey: string; secretKey: string } | undefined
  /** Where the deployment protects its own sign-up: the captcha for the forms of the identity site. */
  captcha?: { siteKey: string } | undefined
  /** Where people write to whoever runs the deployment; only where that is configured. */
  operatorEmail?: string | undefined
  /** The operator's documents; each only where there is one. */
  legal?: Partial<Record<LegalDocumentKind, LegalDocument | undefined>> | undefined
  /** Where people change the sources of documents, ready for the path of a file: a repository of the operator. */
  editUrl?: string | undefined
  /** Who runs the deployment, for legal texts and search engines; only where that is configured. */
  operator?: OperatorFacts | undefined
  /** Where the operator publishes the source that runs here, and whether everything works. */
  sourceUrl?: string | undefined
  statusUrl?: string | undefined
  /** Who may create API keys that do more than verify; administrators of the deployment where nobody says. */
  apiKeysFor?: 'operators' | 'solution-admins' | undefined
  /** Everybody is asked where nobody says. */
  consent?: ConsentMode | undefined
  /** What the website reports of its visitors; nothing where nobody says. */
  measuring?: Measuring | undefined
}

/** What pages of the website may report, each if the visitor's consent covers it. */
export interface Measuring {
  sessionReplay: boolean
  pageViews: boolean
  performance: boolean
}

export interface OperatorFacts {
  /** By the names that legal texts use for them; each only where it was stated. Lines of one value end with a line break. */
  values: Readonly<Record<string, string>>
  /** ISO 3166-1, two letters. */
  countryCode: string
  organization: {
    name: string
    /** Address of a picture. */
    logo?: string | undefined
    /** A day or a year. */
    foundingDate?: string | undefined
    /** Addresses of its pages elsewhere. */
    profiles: readonly string[]
    description: Partial<Record<Language, string | undefined>>
    locality: Partial<Record<Language, string | undefined>>
  }
}

/** What the host of a site knows about a request; see `createLoadContext`. */
export interface HostFacts {
  site: Site
  requestId: string
  clientIp: string
  /** Whether the request came through something that forwards requests; none where nobody says. */
  forwarding?: 'none' | 'trusted' | 'untrusted'
  /** The span of the request, where the host traces. */
  traceparent?: string | undefined
  /** The name by which the request reached the site where that is not the site's own; only sites that take such requests get one. */
  foreignHost?: string
  /** The site's own origin where the request came by such a name. */
  homeOrigin?: string
  /** Writes a fault into the log of the process; to the console where the host has none. */
  report?: (fields: { readonly err?: unknown } & Record<string, unknown>, message: string) => void
}

/** What of it a page may know, together with what belongs to this one answer. Never holds a secret. */
export interface PublicSite {
  name: SiteName
  urls: Site['urls']
  language: Language
  requestId: string
  /** Milliseconds since 1970 when the page was made; busts caches of the text files. */
  madeAt: number
  demoSiteKey: string | null
  captchaSiteKey: string | null
  operatorEmail: string | null
  consentMode: ConsentMode
  /** Whether visits are recorded once a visitor has agreed. */
  recordsVisits: boolean
  /** The operator's documents; each only where there is one. */
  legal: Partial<Record<LegalDocumentKind, LegalDocument | undefined>>
  /** What operators announce for a while; only the identity site and the dashboard ask for it. */
  notice?: { readonly text: string; readonly language: Language } | null
  /** What the signed-in person has chosen; null on pages that know nobody. */
  theme: 'light' | 'dark' | 'system' | null
}

/** Where the sites are when nobody says otherwise: on a developer's machine. */
export function localSite(name: SiteName): Site {
  return {
    name,
    urls: {
      website: 'http://localhost:8080',
      identity: 'http://localhost:8081',
      dashboard: 'http://localhost:8082',
      docs: 'http://localhost:8083',
      admin: 'http://localhost:8084',
      status: 'http://localhost:8085',
      api: 'http://localhost:8090',
    },
    apiInternalUrl: 'http://localhost:8090',
    internalSecret: '',
    secure: false,
  }
}

/** The site's own origin; plain http is upgraded to https except on localhost. */
export function publicOrigin(site: Pick<PublicSite, 'name' | 'urls'>): string {
  const url = new URL(site.urls[site.name])
  const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname.endsWith('.localhost')
  return local ? url.origin : url.origin.replace(/^http:/u, 'https:')
}

/** Origins of all sites that people are led between: those of the API and of status pages, which customers write, are none. */
export function siteOrigins({ website, identity, dashboard, docs, admin }: Site['urls']): string[] {
  return [website, identity, dashboard, docs, admin].map((url) => new URL(url).origin)
}
