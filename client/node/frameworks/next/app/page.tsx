import { refusalOf, verifyForm } from '@bollard/node/next'
import { redirect } from 'next/navigation'
import { bollard } from './forms'

async function signUp(form: FormData): Promise<void> {
  'use server'
  const verdict = await verifyForm(bollard, form, { action: 'signup' })
  redirect(verdict.passed ? '/?answer=welcome' : `/?answer=${refusalOf(verdict).code}`)
}

/** A server action, sent by a browser without script. */
export default async function Page({ searchParams }: { readonly searchParams: Promise<{ answer?: string }> }) {
  const { answer = '' } = await searchParams
  return (
    <form action={signUp}>
      <input name="bollard-response" />
      <output>{answer}</output>
    </form>
  )
}
