import type { ReactNode } from 'react'

/** Every second chapter stands on the lighter ground. */
export function Band({ children }: { children: ReactNode }) {
  return <div className="border-y border-line bg-surface">{children}</div>
}
