import { directions } from '@bollard/i18n'
import { favicon } from '@bollard/ui/favicon'
import { fontsBeforeFirstPaint } from '@bollard/ui/fonts'
import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Scripts, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { routeHydrates } from '../site/route-hydrates.ts'
import { pageScript } from './page-script.ts'
import { useNonce, useSite } from './site-context.tsx'
import { SiteNotice } from './site-notice.tsx'
import { SkipLink } from './skip-link.tsx'
import { textAddresses } from './text-addresses.ts'

/** The document around every page: `export { SiteLayout as Layout }` in root.tsx. A page with `handle = { hydrate: false }` gets no React. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const site = useSite()
  const nonce = useNonce()
  useCleanAddress()
  const hydrates = useMatches().every((match) => routeHydrates(match.handle))
  return (
    <html
      lang={site.language}
      dir={directions[site.language]}
      data-account-theme={site.theme ?? undefined}
      data-theme={site.theme === 'system' ? undefined : (site.theme ?? undefined)}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Vite puts styles into the page while somebody works on it, and finds here how to mark them as ours. */}
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: pageScript }} />
        {/* From the first moment, but behind the styles: on a slow line they would share it and put off the first paint. */}
        {fontsBeforeFirstPaint.map((font) => (
          <link
            key={font}
            rel="preload"
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
            fetchPriority="low"
            href={font}
          />
        ))}
        {hydrates &&
          textAddresses(site.language, site.madeAt).map((address) => (
            <link key={address} rel="preload" as="fetch" crossOrigin="anonymous" href={address} />
          ))}
        <link rel="icon" type="image/svg+xml" href={favicon} />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        <SkipLink />
        <SiteNotice />
        {children}
        {hydrates && (
          <>
            <script
              id="site"
              type="application/json"
              suppressHydrationWarning
              dangerouslySetInnerHTML={{ __html: jsonForHtml(site) }}
            />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/**
 * Takes out of the address that somebody signed in for the first time, whatever page they came to: a reload or a bookmark greets nobody
 * twice. Not through the router, which goes on telling the page until it is left.
 */
function useCleanAddress(): void {
  const { key } = useLocation()
  useEffect(() => {
    const address = new URL(location.href)
    if (!address.searchParams.has('firstsignin')) return
    address.searchParams.delete('firstsignin')
    history.replaceState(history.state, '', address)
  }, [key])
}

/** JSON that cannot end the script element it stands in. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/</gu, '\\u003c')
}
