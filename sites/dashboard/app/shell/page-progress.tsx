import { useNavigation } from 'react-router'

/** A line above the page while the next one is fetched; it only shows when that takes longer than a blink. */
export function PageProgress() {
  if (useNavigation().state === 'idle') return null
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-[3px] origin-left rtl:origin-right animate-go bg-amber"
    />
  )
}
