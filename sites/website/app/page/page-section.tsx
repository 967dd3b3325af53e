import type { ReactNode } from 'react'

/** A chapter of a reading page: its heading can be linked to. */
export function PageSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
      <h2 id={id} className="scroll-mt-24 text-[1.5rem] tracking-[-.02em]">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Title and lead of a reading page, with what stands between them and the text. */
export function PageTitle({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <header className="grid gap-4">
      <h1 className="text-2xl font-[680] tracking-[-.03em] [overflow-wrap:anywhere] hyphens-auto sm:text-3xl">
        {title}
      </h1>
      <p className="max-w-[38em] text-lg text-ink-2">{lead}</p>
      {children}
    </header>
  )
}
