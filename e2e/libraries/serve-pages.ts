import { createServer } from 'node:http'
import { buildPages } from '../build-pages.ts'
import { portOf } from './detour.ts'

const usualFolder = new URL('./pages/', import.meta.url)

export interface Pages {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves pages of a folder, each under its name: a form, an optional script tag of the page's own (`script` and `scriptId` in the
 * address) and the bundle of that name.
 */
export async function servePages(names: readonly string[], folder = usualFolder): Promise<Pages> {
  const files = names.length > 0 ? await buildPages(folder, names) : new Map<string, string>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const code = files.get(pathname.slice(1))
    const isPage = files.has(`${pathname.slice(1)}.js`)
    response.statusCode = code !== undefined || isPage ? 200 : pathname === '/favicon.ico' ? 204 : 404
    response.setHeader(
      'content-type',
      code === undefined ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
    )
    response.end(code ?? (isPage ? page(pathname, searchParams) : ''))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${portOf(server)}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function page(path: string, given: URLSearchParams): string {
  const script = given.get('script')
  const tag =
    script === null ? '' : `<script id="${given.get('scriptId')}" src="${script.replaceAll('&', '&amp;')}"></script>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Newsletter</title>${tag}</head>
<body><main><form><label>E-mail <input name="email"></label><button type="button">Send</button></form></main>
<script type="module" src="${path}.js"></script></body></html>`
}
