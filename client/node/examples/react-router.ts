// app/routes/signup.ts: an action of React Router
import { createBollard } from '@bollard/node'
import { protect } from '@bollard/node/react-router'

const bollard = createBollard({
  secretKey: process.env.BOLLARD_SECRET_KEY ?? '',
  host: 'https://captcha.example.org',
})

// #region verify
export const action = protect(bollard, { action: 'signup' }, async ({ form, verdict }) => {
  console.log('verification', verdict.verificationId, 'for', form.get('email'))
  return Response.json({ message: 'Thank you.' })
})
// #endregion
