import { Icon } from '@bollard/ui'
import { Link } from 'react-router'

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-flex w-fit items-center gap-1.5 text-sm text-ink-2 hover:text-ink touch:min-h-11">
      <Icon name="arrow-left" />
      {children}
    </Link>
  )
}
