import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { languageOfPath, pathInLanguage, preferredLanguage } from '../site/language-path.ts'

/**
 * Sends people from an address without a language, such as `/dashboard`, to the page in their language, permanently but never from
 * a cache: the answer depends on the visitor's languages. Null for everything else, also where no page has that address.
 */
export function prefixLanguage(build: Pick<ServerBuild, 'routes'>): (request: Request) => Response | null {
  const routes = childrenOf(build, undefined)
  return (request) => {
    const { pathname, search } = new URL(request.url)
    // A script that goes from page to page asks for data; it is told to go there itself.
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    if (pathname === '/' || pathname.endsWith('.data') || languageOfPath(pathname) !== null) return null
    const target = pathInLanguage(pathname, preferredLanguage(request.headers.get('accept-language')))
    const page = matchRoutes(routes, target)?.at(-1)
    if (page === undefined || page.params['language'] === undefined || page.route.path?.includes('*')) return null
    return new Response(null, {
      status: 301,
      headers: { location: `${target}${search}`, 'cache-control': 'private, no-cache', vary: 'accept-language' },
    })
  }
}

function childrenOf({ routes }: Pick<ServerBuild, 'routes'>, parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index
        ? { id, index: true, ...(path === undefined ? {} : { path }) }
        : { id, ...(path === undefined ? {} : { path }), children: childrenOf({ routes }, id) },
    )
}
