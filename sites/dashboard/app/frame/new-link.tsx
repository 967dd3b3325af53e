import { ButtonLink, Icon } from '@bollard/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The way to the form of something new, beside the title of a list. */
export function NewLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ButtonLink asChild size="dense" variant="primary">
      <Link to={to}>
        <Icon name="plus" />
        {children}
      </Link>
    </ButtonLink>
  )
}
