import { classNames } from '@bollard/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A row of links that scrolls sideways where it is too long, with the present one in sight. */
export function ScrollNav({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !current) return
    const { left, width } = row.current.getBoundingClientRect()
    const place = current.getBoundingClientRect()
    row.current.scrollLeft += place.left + place.width / 2 - (left + width / 2)
  }, [pathname])
  return (
    <nav ref={row} aria-label={label} className={classNames('scroll-row', className)}>
      {children}
    </nav>
  )
}
