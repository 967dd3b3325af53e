export const decideLanguages = ['node', 'curl'] as const
export type DecideLanguage = (typeof decideLanguages)[number]

/** How a server asks what to do with a request. The secret key is only ever named; no answer lets the request pass. */
export function decideSnippet(language: DecideLanguage, api: string): string {
  const address = `${api}/protection/v1/decisions`
  switch (language) {
    case 'node':
      return `async function protect(request, address) {
  const url = new URL(request.url)
  const decision = await fetch('${address}', {
    method: 'POST',
    headers: {
      authorization: \`Bearer \${process.env.BOLLARD_SECRET_KEY}\`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      request: {
        address,
        method: request.method,
        host: url.host,
        path: url.pathname,
        userAgent: request.headers.get('user-agent') ?? '',
      },
    }),
    signal: AbortSignal.timeout(1000),
  })
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => null)
  if (decision === null || decision.conclusion === 'ALLOW') return null

  const status = decision.conclusion === 'THROTTLE' ? 429 : 403
  return new Response(decision.conclusion, { status, headers: decision.headers })
}`
    case 'curl':
      return `curl ${address} \\
  -H "Authorization: Bearer $BOLLARD_SECRET_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"request": {"address": "192.0.2.1", "method": "GET", "host": "example.org", "path": "/"}}'`
    default:
      return language satisfies never
  }
}
