import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useIsSentWhole } from './use-is-sent-whole.ts'

/** Calls back in the frame after the next one: what has changed until now is on the screen by then. The answer calls it off. */
export function afterPaint(callback: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(callback)
  })
  return () => cancelAnimationFrame(frame)
}

/**
 * Whether the page that was gone to is on the screen, or came whole from the server: time to draw what is out of sight, once and for
 * as long as the page is open.
 */
export function useIsPainted(): boolean {
  const isSentWhole = useIsSentWhole()
  const [isPainted, setIsPainted] = useState(isSentWhole)
  useEffect(() => afterPaint(() => startTransition(() => setIsPainted(true))), [])
  return isPainted
}

/** The lower part of a long page, drawn when the upper part is on the screen, so that a press is answered at once. */
export function DrawnLater({ children }: { children: ReactNode }) {
  return useIsPainted() ? children : <Awaited />
}

/** Stands where something is drawn a moment later, as high as the window, so that nothing scrolls away. */
export function Awaited() {
  return <div data-slot="drawn-later" className="min-h-dvh" />
}
