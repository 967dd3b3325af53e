import { ProblemAlert, PageHead, type ShownProblem, useIsSending } from '@bollard/site-kit'
import { Button, ButtonLink } from '@bollard/ui'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { DeadLink, isDeadLink } from './dead-link.tsx'
import { FormCard } from './form-card.tsx'

/** What the page says while its link waits, once it is redeemed, and when it no longer works. */
type Texts = Record<
  'pageTitle' | 'title' | 'subtitle' | 'submit' | 'submitting' | `${'done' | 'dead'}${'Title' | 'Subtitle' | 'Action'}`,
  string
>

export interface TokenPageProps {
  token: string
  problem: ShownProblem | null | undefined
  /** Whether the link has been redeemed. */
  done: boolean
  texts: Texts
  /** Where it leads once it is done. */
  doneTo: string
  /** Where to go when the link no longer works. */
  deadTo: string
  /** Stands above the button: what it is about. */
  children?: ReactNode
}

/** The page of a link in a mail: one button, because programs that look through mails open every link in them. */
export function TokenPage({ token, problem, done, texts, doneTo, deadTo, children }: TokenPageProps) {
  const isSending = useIsSending()
  const head = <PageHead hidden title={texts.pageTitle} />
  if (done) {
    return (
      <FormCard title={texts.doneTitle} subtitle={texts.doneSubtitle}>
        {head}
        <ButtonLink variant="primary" wide href={doneTo}>
          {texts.doneAction}
        </ButtonLink>
      </FormCard>
    )
  }
  if (isDeadLink(token, problem)) {
    return (
      <DeadLink title={texts.deadTitle} subtitle={texts.deadSubtitle} action={texts.deadAction} to={deadTo}>
        {head}
      </DeadLink>
    )
  }
  return (
    <FormCard title={texts.title} subtitle={texts.subtitle}>
      {head}
      {children}
      <Form method="post" className="grid gap-4">
        <ProblemAlert problem={problem} />
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="primary" wide aria-disabled={isSending}>
          {isSending ? texts.submitting : texts.submit}
        </Button>
      </Form>
    </FormCard>
  )
}
