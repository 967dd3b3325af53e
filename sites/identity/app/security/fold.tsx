import { buttonClass, classNames } from '@bollard/ui'
import type { ReactNode } from 'react'

/** A button that unfolds a form; it works without scripts. */
export function Fold({
  label,
  isOpen = false,
  dense = false,
  children,
}: {
  label: ReactNode
  isOpen?: boolean
  dense?: boolean
  children: ReactNode
}) {
  return (
    <details open={isOpen ? true : undefined} className="group min-w-0 open:w-full">
      <summary
        className={classNames(
          buttonClass({ size: dense ? 'dense' : 'normal' }),
          'w-fit list-none group-open:bg-sunken [&::-webkit-details-marker]:hidden',
        )}
      >
        {label}
      </summary>
      <div className="grid max-w-[27rem] gap-4 pt-4 pb-1">{children}</div>
    </details>
  )
}
