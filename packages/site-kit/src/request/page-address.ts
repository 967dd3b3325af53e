/**
 * The address of the page that a request is for. When a script goes from page to page, React Router asks for the same path with
 * `.data` at its end and its own `_routes` and `index` in the query; nobody can be sent there.
 */
export function pageAddress(request: Request): URL {
  const url = new URL(request.url)
  if (!url.pathname.endsWith('.data')) return url
  url.pathname = url.pathname === '/_root.data' ? '/' : url.pathname.replace(/(?:\/_)?\.data$/u, '')
  url.searchParams.delete('_routes')
  url.searchParams.delete('index', '')
  return url
}
