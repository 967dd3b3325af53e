// A site with Express. BOLLARD_SECRET_KEY=bsec_… node express.mjs
import { createProtection } from '@bollard/protect'
import { decisionOf, protect } from '@bollard/protect/express'
import express from 'express'

const protection = createProtection({ secretKey: process.env.BOLLARD_SECRET_KEY, host: 'https://captcha.example.org' })
const app = express()

// #region protect
app.use(protect(protection, { skip: ({ originalUrl }) => originalUrl.startsWith('/assets/') }))
app.get('/', (request, response) => {
  response.send(`Hello. This is request ${decisionOf(request).id}.`)
})
// #endregion

app.listen(3000)
