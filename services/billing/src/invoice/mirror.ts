import type { Invoice } from '@bollard/e-invoice'
import type { CreditParts } from './credit-parts.ts'
import type { IssuedInvoice } from './invoice-row.ts'
import { invoiceWords } from '../wording/invoice-words.ts'

/** The lines that are taken back, in a document of the other kind: once they are all, invoice and credit notes come to nothing. */
export function mirrorInvoice(
  { document, number: corrected, issuedOn: correctedOn }: Pick<IssuedInvoice, 'document' | 'number' | 'issuedOn'>,
  given: Pick<CreditParts, 'lines' | 'before'> & {
    readonly number: string
    readonly reason: string
    readonly issuedOn: string
  },
): Invoice {
  const { number, reason, issuedOn, lines, before } = given
  const { bic, iban, accountHolder, means } = document.payment
  const account = {
    ...(iban === undefined ? {} : { iban }),
    ...(bic === undefined ? {} : { bic }),
    ...(accountHolder === undefined ? {} : { accountHolder }),
  }
  return {
    ...document,
    kind: 'CREDIT_NOTE',
    number,
    issuedOn,
    dueOn: null,
    prepaid: 0,
    lines,
    ...(before.length === 0 ? {} : { creditedBefore: before }),
    corrects: { number: corrected, issuedOn: correctedOn },
    payment: { means, ...account, reference: number, terms: invoiceWords(document.language).takenBack },
    notes: [reason],
  }
}
