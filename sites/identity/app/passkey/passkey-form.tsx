import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { PasskeyButton, type PasskeyButtonProps } from './passkey-button.tsx'

/** A passkey as the whole answer: a form that holds nothing else, but for fields that go along. Needs scripts. */
export function PasskeyForm({ children, ...button }: PasskeyButtonProps & { children?: ReactNode }) {
  return (
    <Form method="post" data-needs-js className="grid gap-2">
      {children}
      <PasskeyButton {...button} />
    </Form>
  )
}
