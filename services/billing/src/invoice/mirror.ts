import type { Invoice } from '@bollard/e-invoice'
import type { IssuedInvoice } from './invoice-row.ts'
import { invoiceWords } from './invoice-words.ts'

/** All of it again, as a document of the other kind: hence invoice and credit note come to nothing. */
export function mirrorInvoice(
  { document, number: corrected, issuedOn: correctedOn }: Pick<IssuedInvoice, 'document' | 'number' | 'issuedOn'>,
  given: { readonly number: string; readonly reason: string; readonly issuedOn: string },
): Invoice {
  const { number, reason, issuedOn } = given
  const { bic, iban, accountHolder, means } = document.payment
  const account = { ...(iban === undefined ? {} : { iban }), ...(bic === undefined ? {} : { bic }), ...(accountHolder === undefined ? {} : { accountHolder }) }
  return {
    ...document,
    kind: 'CREDIT_NOTE',
    number,
    issuedOn,
    dueOn: null,
    prepaid: 0,
    corrects: { number: corrected, issuedOn: correctedOn },
    payment: { means, ...account, reference: number, terms: invoiceWords(document.language).takenBack },
    notes: [reason],
  }
}
