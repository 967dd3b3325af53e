import { fixColours } from './fix-colours.ts'

/** The designed mail by itself, for the frame on its page: it may style itself and do nothing else. */
export function letterResponse(html: string, request: Request): Response {
  const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
  return new Response(fixColours(html, new URL(request.url).searchParams.get('colours')), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}
