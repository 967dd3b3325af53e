// A site with Fastify. BOLLARD_SECRET_KEY=bsec_… node fastify.mjs
import { createProtection } from '@bollard/protect'
import { protect } from '@bollard/protect/fastify'
import Fastify from 'fastify'

const protection = createProtection({ secretKey: process.env.BOLLARD_SECRET_KEY, host: 'https://captcha.example.org' })
const app = Fastify()

// #region protect
protect(app, protection, { known: ({ headers }) => ({ user: headers['x-user'] }) })
app.post('/sign-in', (_request, reply) => reply.code(401).send('Wrong password.'))
// #endregion

await app.listen({ port: 3000 })
