import { randomUUID } from 'node:crypto'
import type { SessionUser } from '@bollard/contracts'
import { defaultLanguage, type Language } from '@bollard/i18n'
import { createContext, type RouterContextProvider } from 'react-router'
import { languageOfPath } from '../site/language-path.ts'
import type { ShownNotice } from '../site/notice-text.ts'
import { type HostFacts, localSite, type PublicSite, type Site, type SiteName } from '../site/site.ts'

/** What belongs to one request, from its first middleware to its last byte. */
export interface RequestScope {
  site: Site
  language: Language
  nonce: string
  requestId: string
  /** Where the host traces: what calls to the services carry on. */
  traceparent?: string | undefined
  /** Writes a fault into the log of the process. */
  report: NonNullable<HostFacts['report']>
  /** Address of the visitor, as the host saw it. */
  clientIp: string
  /** Whether the request came through something that forwards requests: none that it says, a trusted proxy, or somebody else. */
  forwarding: NonNullable<HostFacts['forwarding']>
  /** The name by which the request reached the site where that is not the site's own. */
  foreignHost?: string
  /** The site's own origin where the request came by such a name. */
  homeOrigin?: string
  browserId: string | null
  madeAt: number
  /** `set-cookie` values that the answer will carry. */
  setCookies: string[]
  /** True once the page depends on who is looking at it. */
  personal: boolean
  /** True for a page with the payment provider's own fields, whose script and frames it may then load. */
  showsPaymentFields: boolean
  /** True for a page of the dashboard with the captcha's widget, which talks to the API and opens its frame. */
  showsWidget: boolean
  /** True for a page that the host keeps for others: it has no nonce, which would be anybody's. */
  isKept: boolean
  /** What operators announce for a while. */
  notice: ShownNotice | null
  user: Promise<SessionUser | null> | null
}

const factsContext = createContext<HostFacts | null>(null)
const scopeContext = createContext<RequestScope | null>(null)

/** Called by the host. Without it (in `react-router dev`) the sites of a developer's machine are assumed. */
export function rememberFacts(context: RouterContextProvider, facts: HostFacts): void {
  context.set(factsContext, facts)
}

/** The scope of this request; made when first asked for, because middleware does not run where no route matches. */
export function scopeOf(context: Readonly<RouterContextProvider>, request: Request): RequestScope {
  const known = context.get(scopeContext)
  if (known) return known
  const facts = context.get(factsContext) ?? {
    site: localSite(siteNameOfBuild()),
    requestId: randomUUID(),
    clientIp: '127.0.0.1',
  }
  const scope: RequestScope = {
    forwarding: 'none',
    report: (fields, message) => console.error(message, fields),
    ...facts,
    language: languageOfPath(new URL(request.url).pathname) ?? defaultLanguage,
    nonce: randomUUID(),
    browserId: null,
    madeAt: Date.now(),
    setCookies: [],
    personal: false,
    showsPaymentFields: false,
    showsWidget: false,
    isKept: false,
    notice: null,
    user: null,
  }
  context.set(scopeContext, scope)
  return scope
}

/** What of the scope a page may know. */
export function publicSiteOf(
  { site, language, requestId, madeAt, notice }: RequestScope,
  theme: PublicSite['theme'],
): PublicSite {
  return {
    name: site.name,
    urls: site.urls,
    language,
    requestId,
    madeAt,
    demoSiteKey: site.demo?.siteKey ?? null,
    captchaSiteKey: site.captcha?.siteKey ?? null,
    operatorEmail: site.operatorEmail ?? null,
    consentMode: site.consent ?? 'specification',
    recordsVisits: site.measuring?.sessionReplay ?? false,
    legal: site.legal ?? {},
    notice,
    theme,
  }
}

/** Set by the site's Vite configuration. */
function siteNameOfBuild(): SiteName {
  return import.meta.env.SITE_NAME ?? 'website'
}
