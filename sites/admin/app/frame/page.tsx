import { MenuButton, PageBar, PageHead } from '@bollard/site-kit'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeModeBanner } from './change-mode-banner.tsx'

export { PageTitle } from '@bollard/site-kit'

export interface PageProps {
  /** Name of the page, in the bar and in the window's title. */
  title: string
  /** What lies above it, from the outside in. */
  crumbs?: readonly { label: string; to: string }[]
  children: ReactNode
}

/** One page of the site: the bar that says where one is, the change mode, and its content. */
export function Page({ title, crumbs = [], children }: PageProps) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead hidden title={t(($) => $.pageTitle, { page: title })} />
      <PageBar
        title={title}
        crumbs={crumbs}
        label={t(($) => $.nav.where)}
        start={<MenuButton label={t(($) => $.nav.openMenu)} />}
      />
      <main id="content" tabIndex={-1} className="px-4 pb-14 sm:px-9">
        <ChangeModeBanner />
        {children}
      </main>
    </>
  )
}
