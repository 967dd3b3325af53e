import { PageHead, PlainHeader } from '@bollard/site-kit'
import { ButtonLink, Card } from '@bollard/ui'
import type { ReactNode } from 'react'

interface EntryPageProps {
  title: string
  children: ReactNode
  /** Where it goes on from here. */
  action?: { href: string; label: string }
}

/** A page before the site is open. */
export function EntryPage({ title, children, action }: EntryPageProps) {
  return (
    <>
      <PageHead hidden title={title} />
      <PlainHeader />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[34rem] px-5 py-12">
        <Card className="grid gap-4 !p-8">
          <h1 className="text-xl hyphens-auto">{title}</h1>
          <div className="grid gap-3 text-ink-2">{children}</div>
          {action ? (
            <div className="pt-1">
              <ButtonLink variant="primary" href={action.href}>
                {action.label}
              </ButtonLink>
            </div>
          ) : null}
        </Card>
      </main>
    </>
  )
}
