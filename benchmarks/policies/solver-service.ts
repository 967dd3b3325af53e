import { targetOf } from '@bollard/proof-of-work/server'
import fastify from 'fastify'
import { fileURLToPath } from 'node:url'
import { decodeBase64url } from '../../packages/proof-of-work/src/base64url.ts'
import { tokenOf } from '../../packages/proof-of-work/src/challenge-fixture.ts'
import { serveWidget } from '../../server/api/serve-widget.ts'

interface SolverServiceInput {
  /** Hashes that the next challenge shall take on average. */
  readonly nextWork: () => number
  /** A challenge is about to leave. */
  readonly onIssue: () => void
  /** Its answer is here; so many hashes were tried for it. */
  readonly onSolved: (hashes: number) => void
}

/**
 * The built widget with the headers that the product sends, and behind it a service that asks for real work and lets every
 * answer pass: what else it would do with an answer is not the browser's time. Listens on a free port of 127.0.0.1, another
 * site than the page.
 */
export async function startSolverService({
  nextWork,
  onIssue,
  onSolved,
}: SolverServiceInput): Promise<{ origin: string; stop(): Promise<void> }> {
  const app = fastify()
  let issued = 0
  serveWidget(app, fileURLToPath(new URL('../../client/widget/dist/', import.meta.url)))
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    done(null, JSON.parse(String(body))),
  )
  app.addHook('onSend', async (_request, reply) => void reply.header('access-control-allow-origin', '*'))
  app.get('/captcha/v1/widget-settings/*', async () => ({}))
  app.post('/captcha/v1/verifications', async () => {
    const id = ++issued
    const target = targetOf(nextWork())
    onIssue()
    return {
      status: 'challenge',
      verificationId: idOf(id),
      collect: true,
      challenge: { token: tokenOf(id, { target }), algorithm: 'sha256', count: 32, target },
    }
  })
  app.post<{ Params: { id: string }; Body: { solution: string } }>(
    '/captcha/v1/verifications/:id/solutions',
    async ({ params, body }) => {
      onSolved(hashesOf(body.solution))
      return {
        status: 'passed',
        verificationId: params.id,
        token: 'token',
        expiresAt: new Date(Date.now() + 900_000).toISOString(),
      }
    },
  )
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { origin, stop: () => app.close() }
}

const idOf = (id: number) => `019a9b1c-5d3e-7abc-8def-${id.toString(16).padStart(12, '0')}`

/** Each sub-puzzle was tried from counter 0 up to the one that met it. */
function hashesOf(solution: string): number {
  const bytes = decodeBase64url(solution)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let hashes = 0
  for (let at = 0; at < bytes.byteLength; at += 4) hashes += view.getUint32(at) + 1
  return hashes
}
