import type { ReactNode } from 'react'

/** One chapter of the page: a small line, a heading, its content. */
export function Section({
  id,
  kick,
  title,
  children,
}: {
  id: string
  kick: string
  title: string
  children: ReactNode
}) {
  return (
    <section id={id} className="mx-auto max-w-[1180px] scroll-mt-6 px-5 py-16 sm:px-8 sm:py-[88px]">
      <p className="mb-3 text-sm font-[560] text-ink-3">{kick}</p>
      <h2 className="max-w-[18em] text-[2rem] tracking-[-.03em] sm:text-[2.5rem]">{title}</h2>
      {children}
    </section>
  )
}
