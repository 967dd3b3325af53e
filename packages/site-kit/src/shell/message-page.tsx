import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainHeader } from './plain-header.tsx'

/** A whole page that says one thing: not found, or something failed. */
export function MessagePage({
  title,
  subtitle,
  note,
  actions,
}: {
  title: string
  subtitle: string
  note?: ReactNode
  actions: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-dvh flex-col">
      <PlainHeader />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-[44rem] flex-1 content-center gap-5 px-5 pb-24 sm:px-8"
      >
        <FallenPost />
        <h1 className="text-2xl">{title}</h1>
        <p className="max-w-[34rem] text-lg text-ink-2">{subtitle}</p>
        <div className="flex flex-wrap gap-3 pt-1">{actions}</div>
        {note ? <p className="text-sm text-ink-3">{note}</p> : null}
      </main>
    </div>
  )
}

/** The three posts, one of them knocked over. */
function FallenPost() {
  return (
    <svg viewBox="0 0 64 30" aria-hidden="true" className="h-16 w-36">
      <rect x="2" y="10" width="7" height="18" rx="3.5" fill="var(--ink)" />
      <rect x="14" y="21" width="26" height="7" rx="3.5" fill="var(--amber)" />
      <rect x="45" y="10" width="7" height="18" rx="3.5" fill="var(--ink)" />
      <line x1="0" x2="64" y1="29" y2="29" stroke="var(--line-strong)" strokeWidth="1" />
    </svg>
  )
}
