import { useSite } from '@bollard/site-kit'
import type { ReactNode } from 'react'

/** A heading in the language of the page, in an article that is English. */
export function FrameHeading({ id, children }: { id: string; children: ReactNode }) {
  const { language } = useSite()
  return (
    <h2 id={id} lang={language} className="mt-10 mb-3 text-xl">
      {children}
    </h2>
  )
}
