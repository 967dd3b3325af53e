// A form with Express. BOLLARD_SECRET_KEY=bsec_… node express.mjs
import { createBollard } from '@bollard/node'
import { protect, verdictOf } from '@bollard/node/express'
import express from 'express'

const bollard = createBollard({ secretKey: process.env.BOLLARD_SECRET_KEY, host: 'https://captcha.example.org' })
const app = express()
app.use(express.urlencoded())

// #region verify
app.post('/signup', protect(bollard, { action: 'signup' }), (request, response) => {
  console.log('verification', verdictOf(request).verificationId)
  response.send('Thank you.')
})
// #endregion

app.listen(3000)
