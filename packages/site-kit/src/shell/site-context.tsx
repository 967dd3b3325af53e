import { createContext, use } from 'react'
import { localSite, type PublicSite } from '../site/site.ts'

const { name, urls } = localSite('website')
const SiteContext = createContext<PublicSite>({
  name,
  urls,
  language: 'en',
  requestId: '',
  madeAt: 0,
  demoSiteKey: null,
  captchaSiteKey: null,
  operatorEmail: null,
  consentMode: 'strict',
  recordsVisits: false,
  legal: {},
  theme: null,
})
export const SiteProvider = SiteContext.Provider

/** Origins of all sites, the page's language and the id of the request that made the page. */
export function useSite(): PublicSite {
  return use(SiteContext)
}

const NonceContext = createContext('')
export const NonceProvider = NonceContext.Provider

/** The nonce that this page's scripts and styles must carry. */
export function useNonce(): string {
  return use(NonceContext)
}
