/** Programs of the package's own, whole, which its tests run. */
const examples = import.meta.glob<string>('../../../../../client/protect/examples/{express,fastify}.mjs', {
  eager: true,
  import: 'default',
  query: '?raw',
})

export const decideLanguages = ['express', 'fastify', 'node', 'curl'] as const
export type DecideLanguage = (typeof decideLanguages)[number]

/** Whether the snippet needs our package. */
export const needsPackage = (language: DecideLanguage): boolean => language === 'express' || language === 'fastify'

/** How a server asks what to do with a request. The secret key is only ever named; no answer lets the request pass. */
export function decideSnippet(language: DecideLanguage, api: string): string {
  const address = `${api}/protection/v1/decisions`
  switch (language) {
    case 'express':
    case 'fastify':
      return exampleOf(language, api)
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

/** The example without the marks of its regions, asking this installation. */
function exampleOf(name: 'express' | 'fastify', api: string): string {
  const whole = examples[`../../../../../client/protect/examples/${name}.mjs`]
  if (whole === undefined) throw new Error(`client/protect has no example for ${name}`)
  const lines = whole.trimEnd().split('\n')
  const shown = lines.filter((line) => !/^\s*\/\/ #(?:end)?region/u.test(line)).join('\n')
  return shown.replace('https://captcha.example.org', api)
}
