import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { protect, verdictOf } from '../src/hono.ts'
import { answerOf, bollardOfEnvironment, expectations, port } from './forms.ts'

const bollard = bollardOfEnvironment()
const app = new Hono()
const answer = async (c: Context) => {
  const isJson = c.req.header('content-type')?.startsWith('application/json')
  return c.json(answerOf(isJson ? await c.req.json() : await c.req.parseBody(), verdictOf(c)))
}
for (const [path, expected] of Object.entries(expectations)) app.post(path, protect(bollard, expected), answer)
app.post('/with-address', protect(bollard, { remoteIp: (c: Context) => getConnInfo(c).remote.address }), answer)
app.post(
  '/own-answer',
  protect(bollard, { onRefused: ({ code }, c: Context) => c.text(`own answer: ${code}`, 422) }),
  answer,
)
serve({ fetch: app.fetch, hostname: '127.0.0.1', port })
