import { type Language, locales } from '@bollard/i18n'
import { pathWithoutLanguage, publicOrigin, type Site } from '@bollard/site-kit'
import { notFound, pageAddress, scopeOf, textsFor } from '@bollard/site-kit/server'
import { operatorValuesOf } from '../operator/operator-values.server.ts'
import { longDate } from '../page/long-date.ts'
import { ownDocumentOf } from '../site-map/existing-pages.server.ts'
import type { Route } from './+types/legal-pdf.ts'
import { isContract, readLegalText } from './legal-text.server.ts'

interface Contract {
  readonly version: string
  readonly pdf: Buffer
}
/** Of each installation, by address: there is one for each contract and language. */
const written = new WeakMap<Site, Map<string, Promise<Contract | null>>>()

/**
 * `/{language}/legal/{document}.pdf`: a contract as the page shows it. With `?version=` only that version: whoever accepted another one is
 * told that this isn't it.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const { pathname, searchParams } = pageAddress(request)
  const path = pathWithoutLanguage(pathname).replace(/\.pdf$/u, '')
  const contract =
    isContract(path) && ownDocumentOf(site, path) === null ? await readContract(site, language, path) : null
  const wanted = searchParams.get('version') ?? contract?.version
  if (contract === null || contract.version !== wanted) return notFound({ request, context })
  return new Response(new Uint8Array(contract.pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${path.split('/').at(-1)}-${contract.version}-${language}.pdf"`,
      'content-language': language,
      'cache-control': 'public, max-age=3600',
      'x-robots-tag': 'noindex',
    },
  })
}

function readContract(site: Site, language: Language, path: string): Promise<Contract | null> {
  const ofSite = written.get(site) ?? new Map<string, Promise<Contract | null>>()
  written.set(site, ofSite)
  const address = `/${language}${path}`
  const made = ofSite.get(address) ?? writeContract(site, language, path)
  ofSite.set(address, made)
  return made
}

async function writeContract(site: Site, language: Language, path: string): Promise<Contract | null> {
  const text = await readLegalText(site, language, path)
  if (text === null || text.language !== language) return null
  const { t } = textsFor('website', language)
  const { version, effective } = text.legal
  const { legalName, street, line2, postalCode, city, country, email } = operatorValuesOf(site, language) ?? {}
  const lines = [legalName, [street, line2].filter(Boolean).join(', '), `${postalCode} ${city}`, country, email]
  const origin = publicOrigin(site)
  // Loaded with the first contract: with its fonts it takes a tenth of a second.
  const { writeTextPdf } = await import('@bollard/pdf/text')
  const pdf = await writeTextPdf({
    language,
    title: text.title,
    state: t(($) => $.legal.version, { version, date: longDate(effective, locales[language]) }),
    day: effective,
    author: lines.filter((line): line is string => line !== undefined && line !== ''),
    // On paper a link is its address.
    html: text.html.replaceAll('href="/', `href="${origin}/`),
    address: `${origin}/${language}${path}`,
    pageOf: (page, pages) => t(($) => $.legal.page, { page, pages }),
  })
  return { version, pdf }
}
