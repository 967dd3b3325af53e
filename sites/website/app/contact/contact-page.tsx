import type { EnquiryTopic } from '@bollard/contracts'
import { pathWithoutLanguage } from '@bollard/site-kit'
import { pageAddress } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirect, useLocation, useSearchParams } from 'react-router'
import { sitePages } from '../site-map/site-pages.ts'
import type { Route } from './+types/contact-page.ts'
import { ContactForm, nothingTyped } from './contact-form.tsx'
import { ContactWays, Sent } from './contact-ways.tsx'
import { sendEnquiry } from './send-enquiry.server.ts'

export const handle = { hydrate: false }

/** One page in two variants, each with an address of its own; the third is that of demos. */
const variants = {
  [sitePages.contactUs]: { words: 'contact', topic: null },
  [sitePages.contactSales]: { words: 'sales', topic: 'SALES' },
} as const satisfies Record<string, { words: string; topic: EnquiryTopic | null }>

export async function action({ request, context }: Route.ActionArgs) {
  const refused = await sendEnquiry(context, request, await request.formData())
  if (refused !== null) return data(refused, { status: refused.problem.status })
  return redirect(`${pageAddress(request).pathname}?sent#form`, 303)
}

/** How to reach whoever runs this installation: with the form, by mail, and signed in. */
export default function ContactPage({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const isSales = pathWithoutLanguage(useLocation().pathname) === sitePages.contactSales
  const variant = variants[isSales ? sitePages.contactSales : sitePages.contactUs]
  return (
    <ContactWays words={t(($) => $.contact[variant.words], { returnObjects: true })}>
      {search.has('sent') && !actionData ? (
        <Sent title={t(($) => $.contact.form.sent)} />
      ) : (
        <ContactForm
          topic={variant.topic}
          typed={actionData?.typed ?? nothingTyped}
          problem={actionData?.problem ?? null}
        />
      )}
    </ContactWays>
  )
}
