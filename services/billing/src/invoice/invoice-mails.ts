import type { Person } from '@bollard/access'
import type { Invoice } from '@bollard/e-invoice'
import { type Mail, type MailInput, type MailKind, writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { addressColumns } from '../invoice-address/address-row.ts'
import { asSystem } from '../store/as-actor.ts'
import { amountInWords, attachInvoice, dateInWords, invoiceLink } from '../wording/mail-words.ts'
import { transferOf } from './invoice-row.ts'

export interface Letter {
  readonly mail: Mail
  readonly key: string
}

/** What mails say about an invoice. */
export interface ToldInvoice {
  readonly id: string
  readonly solutionId: string
  readonly document: Invoice
  readonly grossMinor: number
}

/** Mails to everybody who gets a solution's bills. What they say about paying depends on the invoice's payment method. */
export function writeInvoiceMails(
  context: Pick<BillingContext, 'dashboardUrl'>,
  recipients: readonly Recipient[],
  invoice: ToldInvoice,
): Letter[] {
  return recipients.map((recipient) => {
    const { userId, email: to, givenName, language } = recipient
    const attachments = attachInvoice(language, invoice)
    const about = { language, to, givenName, attachments, hasAccount: userId !== null }
    return { mail: invoiceMail(context, invoice, about), key: `invoice-issued:${invoice.id}:${keyOf(recipient)}` }
  })
}

function invoiceMail(
  context: Pick<BillingContext, 'dashboardUrl'>,
  invoice: ToldInvoice,
  about: Omit<MailInput<MailKind>, 'values'>,
): Mail {
  const { language } = about
  const { number, dueOn, issuedOn, currency, payment } = invoice.document
  const values = {
    link: invoiceLink(context, language, invoice),
    number,
    amount: amountInWords(language, invoice.grossMinor, currency),
  }
  if (invoice.grossMinor === 0) return writeMail('invoice-issued-free', { ...about, values })
  // A day that stands on the invoice is the same one everywhere.
  const due = dateInWords(language, new Date(`${dueOn ?? issuedOn}T00:00:00Z`), 'UTC')
  const transfer = transferOf(invoice.document)
  if (transfer === null) {
    const kind = payment.means === '59' ? 'invoice-issued-debit' : 'invoice-issued-card'
    return writeMail(kind, { ...about, values: { ...values, due } })
  }
  const { accountHolder: payee, iban: accountNumber, bic, reference } = transfer
  const account = { payee, accountNumber, bic: bic ?? '', reference }
  return writeMail('invoice-issued-transfer', { ...about, values: { ...values, due, ...account } })
}

/** Mails about a credit note, to the same people. */
export function writeCreditMails(
  context: Pick<BillingContext, 'dashboardUrl'>,
  recipients: readonly Recipient[],
  note: ToldInvoice & { readonly corrected: string },
): Letter[] {
  return recipients.map((recipient) => {
    const { userId, email: to, givenName, language } = recipient
    const amount = amountInWords(language, note.grossMinor, note.document.currency)
    const values = {
      link: invoiceLink(context, language, note),
      number: note.document.number,
      corrected: note.corrected,
      amount,
    }
    const attachments = attachInvoice(language, note)
    const mail = writeMail('credit-note-issued', {
      language,
      to,
      givenName,
      values,
      attachments,
      hasAccount: userId !== null,
    })
    return { mail, key: `credit-note-issued:${note.id}:${keyOf(recipient)}` }
  })
}

/** A recipient of bills: an admin of the solution, or an address that its invoices go to. */
export interface Recipient {
  readonly email: string
  readonly language: Person['language']
  /** Empty for an address without an account. */
  readonly givenName: string
  /** Null for such an address. */
  readonly userId: string | null
}

interface Addresses {
  readonly userId: string
  readonly email: string
  readonly ccEmails: readonly string[]
  readonly unconfirmedEmails: readonly string[]
}

/**
 * The admins in their own languages, and whoever else the invoice address names in that of the solution; each address once. As
 * long as nobody there has confirmed one, its mails go to whom the invoice address belongs to.
 */
export function recipientsOf(
  people: readonly Person[],
  named: Addresses,
  owner: Person | null,
  language: Person['language'],
): Recipient[] {
  const unconfirmed = new Set(named.unconfirmedEmails)
  const isNeeded =
    unconfirmed.size > 0 && owner?.userId === named.userId && !people.some(({ userId }) => userId === owner.userId)
  const persons = isNeeded ? [...people, owner] : people
  const known = new Set(persons.map((person) => person.email.toLowerCase()))
  const others = [named.email, ...named.ccEmails].filter(
    (email) => !unconfirmed.has(email) && known.size < known.add(email.toLowerCase()).size,
  )
  return [...persons, ...others.map((email) => ({ email, language, givenName: '', userId: null }))]
}

/** The same for a solution as it is now. Asks other services, so call it outside a transaction. */
export async function findRecipients(
  context: Pick<BillingContext, 'db' | 'solution' | 'identity'>,
  solutionId: string,
): Promise<readonly Recipient[]> {
  const [people, language] = await Promise.all([
    context.solution.findAdmins(solutionId),
    context.solution.findLanguage(solutionId),
  ])
  const [address] = await asSystem(context.db, [solutionId], (tx) =>
    tx.query('billing-recipients', addressesSql, [solutionId]),
  )
  if (address === undefined) return people
  const [owner = null] = address.unconfirmedEmails.length > 0 ? await context.identity.findPeople([address.userId]) : []
  return recipientsOf(people, address, owner, language ?? 'en')
}

/** The part of a mail's key that names its recipient. */
export function keyOf({ userId, email }: Recipient): string {
  return userId ?? email.toLowerCase()
}

const addressesSql = `select ${addressColumns} from billing.invoice_addresses
  where id = (select invoice_address_id from billing.subscriptions where solution_id = $1)`
