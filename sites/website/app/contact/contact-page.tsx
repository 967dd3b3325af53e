import type { EnquiryTopic, VisitorEnquiryNew } from '@bollard/contracts'
import { PageHead, pathWithoutLanguage, textOf, useSite } from '@bollard/site-kit'
import { apiOf, attempt, pageAddress, scopeOf } from '@bollard/site-kit/server'
import { Alert, ButtonLink } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { data, redirect, useLocation, useSearchParams } from 'react-router'
import { sitePages } from '../site-map/site-pages.ts'
import type { Route } from './+types/contact-page.ts'
import { ContactForm, type Typed } from './contact-form.tsx'

export const handle = { hydrate: false }

/** One page in three variants, each with an address of its own; two of them say what the message is about. */
const variants = {
  [sitePages.contactUs]: { words: 'contact', topic: null },
  [sitePages.contactSales]: { words: 'sales', topic: 'SALES' },
  [sitePages.bookDemo]: { words: 'demo', topic: 'DEMO' },
} as const satisfies Record<string, { words: string; topic: EnquiryTopic | null }>

function variantOf(pathname: string): (typeof variants)[keyof typeof variants] {
  const path = pathWithoutLanguage(pathname)
  if (path === sitePages.contactSales || path === sitePages.bookDemo) return variants[path]
  return variants[sitePages.contactUs]
}

const nothing: Typed = { topic: 'OTHER', name: '', email: '', organization: '', message: '' }

export async function action({ request, context }: Route.ActionArgs) {
  const { language } = scopeOf(context, request)
  const form = await request.formData()
  const typed: Typed = {
    topic: textOf(form, 'topic'),
    name: textOf(form, 'name'),
    email: textOf(form, 'email').trim(),
    organization: textOf(form, 'organization'),
    message: textOf(form, 'message'),
  }
  const captchaToken = textOf(form, 'bollard-response')
  const visitorEnquiryNewDto: VisitorEnquiryNew = {
    ...typed,
    // The service refuses a topic that is none.
    topic: typed.topic as EnquiryTopic,
    organization: typed.organization.trim() || null,
    // Browsers end lines of a form with both characters.
    message: typed.message.replaceAll('\r\n', '\n'),
    language,
    ...(captchaToken === '' ? {} : { captchaToken }),
  }
  const answer = await attempt(apiOf(context, request).createVisitorEnquiry({ visitorEnquiryNewDto }))
  if (!answer.ok) return data({ problem: answer.problem, typed }, { status: answer.problem.status })
  return redirect(`${pageAddress(request).pathname}?sent#form`, 303)
}

/** How to reach whoever runs this installation: with the form, by mail, and signed in. */
export default function ContactPage({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls, operatorEmail } = useSite()
  const [search] = useSearchParams()
  const variant = variantOf(useLocation().pathname)
  const words = t(($) => $.contact[variant.words], { returnObjects: true })
  return (
    <div className="mx-auto max-w-[1080px] px-5 pt-10 pb-20 sm:px-8 lg:pt-16">
      <PageHead title={words.pageTitle} description={words.description} />
      <h1 className="text-[2.2rem] leading-[1.08] sm:text-[2.8rem]">{words.title}</h1>
      <p className="mt-4 max-w-[38rem] text-lg text-ink-2">{words.lead}</p>
      <div className="mt-10 grid items-start gap-4 lg:grid-cols-[1.4fr_1fr]">
        {search.has('sent') && !actionData ? (
          <div id="form">
            <Alert kind="success" title={t(($) => $.contact.form.sent)} />
          </div>
        ) : (
          <ContactForm
            topic={variant.topic}
            typed={actionData?.typed ?? nothing}
            problem={actionData?.problem ?? null}
          />
        )}
        <ul className="grid gap-4">
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

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-col items-start rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-2 mb-4 text-ink-2">{text}</p>
      <div className="mt-auto max-w-full overflow-x-auto">{children}</div>
    </li>
  )
}
