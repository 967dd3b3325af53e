import { classNames, Icon, type IconName } from '@bollard/ui'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

interface SideLinkProps {
  to: string
  children: ReactNode
  icon?: IconName
  /** Only the exact address counts as being there. */
  end?: boolean
  /** The address below which all pages are its own, where that is not `to` itself. */
  within?: string
  /** A part of its pages that has an entry of its own. */
  except?: string
}

/** One entry of the sidebar; without an icon it belongs to the entry above it. */
export function SideLink({ to, children, icon, end = false, within = to, except }: SideLinkProps) {
  const { pathname } = useLocation()
  const isBelow = (place: string | undefined) => pathname === place || pathname.startsWith(`${place}/`)
  const isActive = pathname === to || (!end && isBelow(within) && !isBelow(except))
  return (
    <Link
      to={to}
      aria-current={isActive ? 'page' : undefined}
      className={classNames(
        'flex items-center gap-2.5 rounded-[8px] text-sm touch:min-h-11',
        icon ? 'min-h-[2.125rem] px-2.5' : 'min-h-[1.875rem] pe-2.5 ps-9',
        isActive
          ? 'rounded-s-[3px] bg-sunken font-[560] text-ink shadow-[inset_3px_0_0_var(--amber)]'
          : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      {icon ? <Icon name={icon} className="size-4 shrink-0 opacity-85" /> : null}
      <span className="min-w-0 truncate">{children}</span>
    </Link>
  )
}
