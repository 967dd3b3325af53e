import { PageHead, pathWithoutLanguage, useSite } from '@bollard/site-kit'
import { ButtonLink } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { sitePages } from '../shell/site-pages.ts'

export const handle = { hydrate: false }

/** One page in three variants, each with an address of its own. */
const variants = { contactUs: 'contact', contactSales: 'sales', bookDemo: 'demo' } as const
type Variant = (typeof variants)[keyof typeof variants]

function variantOf(pathname: string): Variant {
  const path = pathWithoutLanguage(pathname)
  if (path === sitePages.bookDemo) return variants.bookDemo
  return path === sitePages.contactSales ? variants.contactSales : variants.contactUs
}

/** How to reach whoever runs this installation: by mail, and signed in. */
export default function ContactPage() {
  const { t } = useTranslation()
  const { language, urls, operatorEmail } = useSite()
  const words = t(($) => $.contact[variantOf(useLocation().pathname)], { returnObjects: true })
  return (
    <div className="mx-auto max-w-[860px] px-5 pt-10 pb-20 sm:px-8 lg:pt-16">
      <PageHead title={words.pageTitle} description={words.description} />
      <h1 className="text-[2.2rem] leading-[1.08] sm:text-[2.8rem]">{words.title}</h1>
      <p className="mt-4 max-w-[38rem] text-lg text-ink-2">{words.lead}</p>
      <ul className="mt-10 grid gap-4 md:grid-cols-2">
        {operatorEmail === null ? null : (
          <Way title={t(($) => $.contact.mail.title)} text={words.mail}>
            <ButtonLink variant="primary" href={`mailto:${operatorEmail}?subject=${encodeURIComponent(words.subject)}`}>
              {operatorEmail}
            </ButtonLink>
          </Way>
        )}
        <Way title={t(($) => $.contact.support.title)} text={t(($) => $.contact.support.text)}>
          <ButtonLink href={`${urls.dashboard}/${language}/support`}>{t(($) => $.contact.support.open)}</ButtonLink>
        </Way>
        <Way title={t(($) => $.contact.docs.title)} text={t(($) => $.contact.docs.text)}>
          <ButtonLink href={`${urls.docs}/${language}/search`}>{t(($) => $.contact.docs.open)}</ButtonLink>
        </Way>
      </ul>
    </div>
  )
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-col items-start rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-2 mb-4 text-ink-2">{text}</p>
      <div className="mt-auto max-w-full overflow-x-auto">{children}</div>
    </li>
  )
}
