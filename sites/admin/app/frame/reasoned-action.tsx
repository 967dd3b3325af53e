import { Button, TextField } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { useMayChange } from './use-operator.ts'

/** A change that asks for a reason of its own. It opens without JavaScript, and is absent without change mode. `id` names what it changes, where the page has several. */
export function ReasonedAction({
  button,
  intent,
  error,
  id,
}: {
  button: string
  intent: string
  error?: string | undefined
  id?: string
}) {
  const { t } = useTranslation()
  if (!useMayChange()) return null
  return (
    <details className="group">
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-sm text-link touch:min-h-11">
        {button}
      </summary>
      <Form method="post" className="mt-2 grid max-w-[26rem] min-w-[16rem] gap-3 whitespace-normal">
        {id === undefined ? null : <input type="hidden" name="id" value={id} />}
        <TextField
          label={t(($) => $.action.reason)}
          name="reason"
          error={error}
          required
          minLength={10}
          maxLength={500}
        />
        <Button type="submit" size="dense" name="intent" value={intent} className="justify-self-start">
          {button}
        </Button>
      </Form>
    </details>
  )
}

/** A change that asks for nothing. Absent without change mode. */
export function PlainAction({ button, intent, children }: { button: string; intent: string; children?: ReactNode }) {
  if (!useMayChange()) return null
  return (
    <Form method="post" className="inline">
      {children}
      <Button type="submit" size="dense" name="intent" value={intent}>
        {button}
      </Button>
    </Form>
  )
}
