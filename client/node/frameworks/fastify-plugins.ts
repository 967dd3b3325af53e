import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyRequest } from 'fastify'
import { protect, verdictOf } from '../src/fastify.ts'
import { answerOf, bollardOfEnvironment, expectations, port } from './forms.ts'

const bollard = bollardOfEnvironment()
const app = Fastify()
await app.register(formbody)
await app.register(multipart, { attachFieldsToBody: 'keyValues' })
const answer = (request: FastifyRequest) => answerOf(request.body, verdictOf(request))
for (const [path, expected] of Object.entries(expectations))
  app.post(path, { preHandler: protect(bollard, expected) }, answer)
app.post('/with-address', { preHandler: protect(bollard, { remoteIp: ({ ip }) => ip }) }, answer)
const onRefused: NonNullable<Parameters<typeof protect>[1]>['onRefused'] = ({ code }, _request, reply) =>
  reply.code(422).send(`own answer: ${code}`)
app.post('/own-answer', { preHandler: protect(bollard, { onRefused }) }, answer)
await app.listen({ host: '127.0.0.1', port })
