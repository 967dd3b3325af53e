import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useProtection } from '../use-protection.ts'

/** A page of what visitors wrote, below the forms. */
export function InboxPage({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { base, crumb } = useProtection()
  const forms = { label: t(($) => $.protection.validations.title), to: `${base}/validations` }
  return (
    <Page title={title} crumbs={[crumb, forms]}>
      <PageTitle title={title} subtitle={about} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
    </Page>
  )
}
