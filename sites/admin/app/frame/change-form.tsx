import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Alert, Button, Card, CardHeader } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { IntentAnswer } from './run-intent.server.ts'
import { useMayChange } from './use-operator.ts'

interface ChangeFormProps {
  /** What the action of the page does. */
  intent: string
  /** Left out: the form is a button alone. */
  title?: string
  submit: string
  /** Values that nobody types, such as the id of what is changed. */
  values?: Readonly<Record<string, string>>
  answer: IntentAnswer | undefined
  /** Said once it is done; by default that it is done. */
  done?: string
  danger?: boolean
  children?: (errorOf: (name: string) => string | undefined) => ReactNode
}

/** A form that changes something: it is there in change mode alone. Its answer stands in it. */
export function ChangeForm({ title, ...props }: ChangeFormProps) {
  if (!useMayChange()) return null
  const form = <IntentForm {...props} />
  if (title === undefined) return form
  return (
    <Card>
      <CardHeader title={title} />
      {form}
    </Card>
  )
}

/** The same for what changes nothing, such as a dry run: it is always there. */
export function IntentForm({
  intent,
  submit,
  values = {},
  answer,
  done,
  danger = false,
  children,
}: Omit<ChangeFormProps, 'title'>) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const own = answer?.intent === intent && answer.target === (values['id'] ?? '') ? answer : undefined
  const problem = own?.problem ?? null
  const isAsked = problem?.code === 'second-person-needed'
  const { errorOf, formProps } = useFieldErrors(isAsked ? null : problem)
  return (
    <Form method="post" className="grid max-w-[40rem] grid-cols-[minmax(0,1fr)] gap-4" {...formProps}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isAsked ? <Alert kind="warning">{t(($) => $.list.secondPerson)}</Alert> : <ProblemAlert problem={problem} />}
      {own?.problem === null ? <Alert kind="success">{done ?? t(($) => $.list.done)}</Alert> : null}
      {children?.(errorOf)}
      <Button
        type="submit"
        variant={danger ? 'danger' : 'line'}
        aria-disabled={isSending}
        className="justify-self-start !whitespace-normal"
      >
        {submit}
      </Button>
    </Form>
  )
}
