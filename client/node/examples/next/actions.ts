'use server'
// app/actions.ts: a server action of Next, for useActionState
import { createBollard } from '@bollard/node'
import { refusalOf, verifyForm } from '@bollard/node/next'

const bollard = () =>
  createBollard({ secretKey: process.env.BOLLARD_SECRET_KEY ?? '', host: 'https://captcha.example.org' })

// #region verify
export async function signUp(_before: { message: string }, form: FormData): Promise<{ message: string }> {
  const verdict = await verifyForm(bollard, form, { action: 'signup' })
  if (!verdict.passed) return { message: refusalOf(verdict).message }
  return { message: 'Thank you.' }
}
// #endregion
