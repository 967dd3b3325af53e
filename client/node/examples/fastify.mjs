// A form with Fastify. BOLLARD_SECRET_KEY=bsec_… node fastify.mjs
import { createBollard } from '@bollard/node'
import { protect, verdictOf } from '@bollard/node/fastify'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'

const bollard = createBollard({ secretKey: process.env.BOLLARD_SECRET_KEY, host: 'https://captcha.example.org' })
const app = Fastify()
await app.register(formbody)

// #region verify
app.post('/signup', { preHandler: protect(bollard, { action: 'signup' }) }, async (request) => {
  console.log('verification', verdictOf(request).verificationId)
  return 'Thank you.'
})
// #endregion

await app.listen({ port: 3000 })
