import type { Problem } from '@bollard/contracts'
import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, Card, CardHeader, TextField } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { HeldBy } from '../../../forms/held-by.tsx'
import { useUnsaved } from '../../../forms/unsaved-guard.tsx'
import { DomainsField } from './domains-field.tsx'

interface EnvironmentNewProps {
  /** Makes sending the form twice harmless. */
  intent: string
  answer: { problem: Problem | null; typed: { name: string; domains: string } | null; sent: readonly string[] } | null
}

/** The form of another environment, with keys and domains of its own. */
export function EnvironmentNew({ intent, answer }: EnvironmentNewProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const problem = answer?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem)
  const [isTyped, setIsTyped] = useState(answer !== null)
  useUnsaved(isTyped)
  const name = t(($) => $.captchaSettings.environments.name)
  return (
    <Card className="sm:p-6">
      <CardHeader className="!mb-1" title={t(($) => $.captchaSettings.environments.add)} />
      <p className="mb-5 max-w-[44rem] text-sm text-ink-2">{t(($) => $.captchaSettings.environments.addAbout)}</p>
      <Form
        method="post"
        className="grid gap-5"
        {...formProps}
        onInput={(event) => {
          formProps.onInput(event)
          setIsTyped(true)
        }}
      >
        <HeldBy />
        <input type="hidden" name="intent" value={intent} />
        <ProblemAlert problem={problem} words={{ 'solution-locked': t(($) => $.settings.locked) }} />
        <TextField
          id="name"
          name="name"
          label={name}
          hint={t(($) => $.captchaSettings.environments.nameHint)}
          error={errorOf('name')}
          required
          maxLength={40}
          autoComplete="off"
          className="max-w-[34rem]"
          defaultValue={answer?.typed?.name ?? ''}
        />
        <DomainsField shown={answer?.typed?.domains ?? ''} sent={answer?.sent ?? []} problem={problem} />
        <Button type="submit" variant="primary" size="dense" className="justify-self-start" aria-disabled={isSending}>
          {isSending ? t(($) => $.create.submitting) : t(($) => $.captchaSettings.environments.add)}
        </Button>
      </Form>
    </Card>
  )
}
