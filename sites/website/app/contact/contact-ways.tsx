import { PageHead, useSite } from '@bollard/site-kit'
import { Alert, ButtonLink } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** What a page of contact says by its variant. */
export interface ContactWords {
  readonly pageTitle: string
  readonly description: string
  readonly title: string
  readonly lead: string
  readonly mail: string
  readonly subject: string
}

/** A form, and beside it the other ways to reach whoever runs this installation. */
export function ContactWays({ words, children }: { words: ContactWords; children: ReactNode }) {
  const { t } = useTranslation()
  const { language, urls, operatorEmail } = useSite()
  return (
    <div className="mx-auto max-w-[1080px] px-5 pt-10 pb-20 sm:px-8 lg:pt-16">
      <PageHead title={words.pageTitle} description={words.description} />
      <h1 className="text-[2.2rem] leading-[1.08] sm:text-[2.8rem]">{words.title}</h1>
      <p className="mt-4 max-w-[38rem] text-lg text-ink-2">{words.lead}</p>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        {children}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {operatorEmail === null ? null : (
            <Way title={t(($) => $.contact.mail.title)} text={words.mail}>
              <ButtonLink href={`mailto:${operatorEmail}?subject=${encodeURIComponent(words.subject)}`}>
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
    </div>
  )
}

/** In place of a form that was sent. */
export function Sent({ title }: { title: string }) {
  return (
    <div id="form">
      <Alert kind="success" title={title} />
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
