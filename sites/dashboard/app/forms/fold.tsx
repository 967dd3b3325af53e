import { type ButtonVariant, buttonClass, classNames } from '@bollard/ui'
import type { ReactNode } from 'react'

interface FoldProps {
  label: ReactNode
  /** Name for screen readers, where several of these stand below each other. */
  name?: string
  variant?: ButtonVariant
  isOpen?: boolean
  children: ReactNode
}

/** A button that unfolds a form or a question; it works without scripts. */
export function Fold({ label, name, variant = 'line', isOpen = false, children }: FoldProps) {
  return (
    <details open={isOpen ? true : undefined} className="group/fold min-w-0 open:w-full">
      <summary
        aria-label={name}
        className={classNames(
          buttonClass({ size: 'dense', variant }),
          'w-fit list-none group-open/fold:bg-sunken group-open/fold:text-ink [&::-webkit-details-marker]:hidden',
        )}
      >
        {label}
      </summary>
      <div className="grid justify-items-start gap-3 pt-3 text-start text-sm whitespace-normal">{children}</div>
    </details>
  )
}
