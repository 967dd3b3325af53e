// A form with Hono. BOLLARD_SECRET_KEY=bsec_… node hono.mjs
import { createBollard } from '@bollard/node'
import { protect, verdictOf } from '@bollard/node/hono'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const bollard = createBollard({ secretKey: process.env.BOLLARD_SECRET_KEY, host: 'https://captcha.example.org' })
const app = new Hono()

// #region verify
app.post('/signup', protect(bollard, { action: 'signup' }), (c) => {
  console.log('verification', verdictOf(c).verificationId)
  return c.text('Thank you.')
})
// #endregion

serve({ fetch: app.fetch, port: 3000 })
