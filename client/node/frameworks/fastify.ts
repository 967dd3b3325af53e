import Fastify, { type FastifyRequest } from 'fastify'
import { protect, verdictOf } from '../src/fastify.ts'
import { answerOf, bollardOfEnvironment, expectations, port } from './forms.ts'

const bollard = bollardOfEnvironment()
const app = Fastify()
// As @fastify/formbody and @fastify/multipart do; the root of the project has neither.
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
  done(null, Object.fromEntries(new URLSearchParams(String(body))))
})
app.addContentTypeParser(
  'multipart/form-data',
  { parseAs: 'buffer' },
  async ({ headers }: FastifyRequest, body: Buffer) => {
    const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()
    return Object.fromEntries([...form].map(([name, value]) => [name, { type: 'field', value }]))
  },
)
const answer = (request: FastifyRequest) => answerOf(plain(request.body), verdictOf(request))
for (const [path, expected] of Object.entries(expectations))
  app.post(path, { preHandler: protect(bollard, expected) }, answer)
app.post('/with-address', { preHandler: protect(bollard, { remoteIp: ({ ip }) => ip }) }, answer)
app.post(
  '/own-answer',
  {
    preHandler: protect(bollard, {
      onRefused: ({ code }, _request, reply) => reply.code(422).send(`own answer: ${code}`),
    }),
  },
  answer,
)
await app.listen({ host: '127.0.0.1', port })

/** Fields of a form with files are objects to Fastify. */
function plain(body: unknown): object {
  const entries = Object.entries(Object(body)).map(([name, field]) => [name, Object(field).value ?? field])
  return Object.fromEntries(entries)
}
