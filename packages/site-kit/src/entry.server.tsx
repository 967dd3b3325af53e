import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { publicSiteOf, rememberFacts, type RequestScope, scopeOf } from './request/request-scope.ts'
import { textsFor } from './request/texts.ts'
import { isSameForAll, routeHydrates } from './site/route-hydrates.ts'
import type { HostFacts, PublicSite } from './site/site.ts'
import { NonceProvider, SiteProvider } from './shell/site-context.tsx'

/** How long loaders may stream behind a page, in milliseconds. */
export const streamTimeout = 10_000

export { createRequestHandler }

/** The host calls this for each request. */
export function createLoadContext(facts: HostFacts): RouterContextProvider {
  const context = new RouterContextProvider()
  rememberFacts(context, facts)
  return context
}

/** Renders the document: as a stream where React takes over in the browser, else in one go, which is cheaper. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const scope = scopeOf(context, request)
  const handles = router.staticHandlerContext.matches.map(({ route }) => router.routeModules[route.id]?.handle)
  const hydrates = handles.every(routeHydrates)
  if (status === 200 && !hydrates && isSameForAll(handles.at(-1)) && mayBeKept(request, scope)) {
    scope.isKept = true
    scope.nonce = ''
  }
  // Known where a loader has asked who is signed in; a page that did not ask is not made to wait for it.
  const theme = (await scope.user?.catch(() => null))?.theme ?? null
  const page = (
    <Providers scope={scope} theme={theme}>
      <ServerRouter context={router} url={request.url} nonce={scope.nonce} />
    </Providers>
  )
  if (!hydrates) return new Response(`<!DOCTYPE html>${renderToString(page)}`, { status, headers })
  return new Response(await renderStream(page, scope.nonce, request.signal), { status, headers })
}

/** While somebody works on a page it changes with every line. */
const mayBeKept = ({ method, url }: Request, { personal, setCookies }: RequestScope): boolean =>
  import.meta.env.PROD && method === 'GET' && new URL(url).search === '' && !personal && setCookies.length === 0

/** One line per fault, with the id that the visitor sees on the error page. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { requestId, site, report } = scopeOf(context, request)
  const route = new URL(request.url).pathname
  report({ site: site.name, requestId, method: request.method, route, err: error }, 'A page could not be made')
}

function Providers({
  scope,
  theme,
  children,
}: {
  scope: RequestScope
  theme: PublicSite['theme']
  children: ReactNode
}) {
  return (
    <NonceProvider value={scope.nonce}>
      <SiteProvider value={publicSiteOf(scope, theme)}>
        <I18nextProvider i18n={textsFor(scope.site.name, scope.language)}>{children}</I18nextProvider>
      </SiteProvider>
    </NonceProvider>
  )
}

function renderStream(page: ReactNode, nonce: string, signal: AbortSignal): Promise<ReadableStream> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onShellReady() {
        const body = new PassThrough({
          final(callback) {
            finish()
            callback()
          },
        })
        resolve(createReadableStreamFromReadable(body))
        pipe(body)
      },
      onShellError(error) {
        finish()
        reject(error instanceof Error ? error : new Error(String(error)))
      },
      onError(error) {
        if (!signal.aborted) console.error(error)
      },
    })
    const stop = () => abort()
    const timer = setTimeout(stop, streamTimeout + 1000)
    signal.addEventListener('abort', stop, { once: true })
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  })
}
