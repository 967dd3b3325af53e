/** A designed mail as people see it whose system is light or dark, whatever the reader's own is. */
export function fixColours(html: string, colours: string | null): string {
  const isDark = colours === 'dark'
  return html
    .replaceAll('@media (prefers-color-scheme:dark)', `@media ${isDark ? 'all' : 'not all'}`)
    .replaceAll('color-scheme:light dark', `color-scheme:${isDark ? 'dark' : 'light'}`)
    .replaceAll('content="light dark"', `content="${isDark ? 'dark' : 'light'}"`)
}

/**
 * The designed mail by itself, for a frame on a page: it may style itself and do nothing else, whatever stands in it. The address of the
 * request says `colours=dark` for the dark side.
 */
export function letterResponse(html: string, request: Request): Response {
  const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
  return new Response(fixColours(html, new URL(request.url).searchParams.get('colours')), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}
