import type { Invoice } from '@bollard/e-invoice'
import type { Attachment } from '@bollard/mail'
import type { Person } from '../billing-context.ts'
import { titleInWords } from './invoice-words.ts'

/** The PDF of an invoice or a credit note with its XML inside; and that alone for whoever asked for an XRechnung, which some take only as such. */
export function attachInvoice(
  language: Person['language'],
  { id, document }: { readonly id: string; readonly document: Invoice },
): Attachment[] {
  const pdf = { kind: 'invoice', id, name: fileName(language, document, 'pdf'), mediaType: 'application/pdf' } as const
  if (document.profile !== 'XRECHNUNG') return [pdf]
  return [pdf, { ...pdf, name: fileName(language, document, 'xml'), mediaType: 'application/xml' }]
}

/** The self-billed document of a payout. */
export function attachPayout(
  language: Person['language'],
  { id, number }: { readonly id: string; readonly number: string },
): Attachment {
  return {
    kind: 'payout',
    id,
    name: fileName(language, { kind: 'SELF_BILLED', number }, 'pdf'),
    mediaType: 'application/pdf',
  }
}

/** `Invoice-2026-000001.pdf`, in the language of the mail. */
function fileName(
  language: Person['language'],
  { kind, number }: Pick<Invoice, 'kind' | 'number'>,
  ending: 'pdf' | 'xml',
): string {
  return `${titleInWords(language, kind).replaceAll(' ', '-')}-${number}.${ending}`
}
