import { createInstance, type i18n, type ResourceLanguage } from 'i18next'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { HydratedRouter } from 'react-router/dom'
import { NonceProvider, SiteProvider } from './shell/site-context.tsx'
import { textAddresses } from './shell/text-addresses.ts'
import type { PublicSite } from './site/site.ts'
import { textOptions } from './site/text-options.ts'

/** All of entry.client.tsx: fetches the three text files, then lets React take over the page. */
export async function startInBrowser(): Promise<void> {
  const site = readSite()
  const texts = await fetchTexts(site)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <NonceProvider value={readNonce()}>
          <SiteProvider value={site}>
            <I18nextProvider i18n={texts}>
              <HydratedRouter />
            </I18nextProvider>
          </SiteProvider>
        </NonceProvider>
      </StrictMode>,
    )
  })
}

async function fetchTexts({ language, madeAt }: PublicSite): Promise<i18n> {
  const parts = await Promise.all(
    textAddresses(language, madeAt).map(async (address) => parseTexts(await (await fetch(address)).text())),
  )
  const instance = createInstance()
  await instance.init({
    ...textOptions,
    lng: language,
    resources: { [language]: { translation: Object.assign({}, ...parts) } },
  })
  return instance
}

/** What the server marked this page's own scripts with. Browsers hide the attribute, not the property. */
function readNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
}

/** The server wrote this element from a PublicSite, on this very page. */
function readSite(): PublicSite {
  return JSON.parse(document.querySelector('#site')?.textContent ?? '{}') as PublicSite
}

/** The files come from our own origin, and a test holds them to the shape of a tree of texts. */
function parseTexts(json: string): ResourceLanguage {
  return JSON.parse(json) as ResourceLanguage
}
