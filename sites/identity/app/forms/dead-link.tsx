import type { ShownProblem } from '@bollard/site-kit'
import { ButtonLink } from '@bollard/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FormCard } from './form-card.tsx'

/** Whether the token of a mail's link can no longer be used, so that no form helps. */
export function isDeadLink(token: string, problem: ShownProblem | null | undefined): boolean {
  const isRefusedToken = problem?.errors?.some(({ pointer }) => pointer === '/token') ?? false
  return token === '' || problem?.code === 'token-invalid' || problem?.code === 'token-expired' || isRefusedToken
}

/** Says that a link no longer works, and what to do instead. */
export function DeadLink({
  title,
  subtitle,
  action,
  to,
  children,
}: {
  title: string
  subtitle: string
  action: string
  to: string
  children?: ReactNode
}) {
  return (
    <FormCard title={title} subtitle={subtitle}>
      {children}
      <ButtonLink variant="primary" wide asChild>
        <Link to={to}>{action}</Link>
      </ButtonLink>
    </FormCard>
  )
}
