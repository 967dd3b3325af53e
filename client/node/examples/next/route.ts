// app/signup/route.ts: a route handler of Next
import { createBollard } from '@bollard/node'
import { protect } from '@bollard/node/next'

// A function, since Next loads this file while it builds, without your secret key.
const bollard = () =>
  createBollard({ secretKey: process.env.BOLLARD_SECRET_KEY ?? '', host: 'https://captcha.example.org' })

// #region verify
export const POST = protect(bollard, { action: 'signup' }, async (_request, { form, verdict }) => {
  console.log('verification', verdict.verificationId, 'for', form.get('email'))
  return new Response('Thank you.')
})
// #endregion
