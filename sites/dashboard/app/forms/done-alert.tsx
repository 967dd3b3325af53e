import { useIsSending } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Says that something was done, once the page shows it too. Takes focus, since the button that did it may be gone. Keyed by what
 * was done on its page.
 */
export function DoneAlert({ children }: { children: ReactNode }) {
  return useIsSending() ? null : <Done>{children}</Done>
}

function Done({ children }: { children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  return (
    <Alert ref={alert} kind="success">
      {children}
    </Alert>
  )
}
