import type { BillingContext, Person } from '../billing-context.ts'
import { addressColumns } from '../invoice-address/address-row.ts'
import { asSystem } from '../store/as-actor.ts'

/** Somebody who is told of bills: an admin of the solution, or an address that its invoices go to. */
export interface Recipient {
  readonly email: string
  readonly language: Person['language']
  /** Empty for an address that belongs to nobody whom we know. */
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

/** The same for a solution as it is now. Asks other services, so it is called outside of a transaction. */
export async function findRecipients(
  context: Pick<BillingContext, 'db' | 'solution' | 'identity'>,
  solutionId: string,
): Promise<readonly Recipient[]> {
  const [people, language] = await Promise.all([
    context.solution.findAdmins(solutionId),
    context.solution.findLanguage(solutionId),
  ])
  const [address] = await asSystem(context.db, [solutionId], (tx) =>
    tx.query<Addresses>('billing-recipients', addressesSql, [solutionId]),
  )
  if (address === undefined) return people
  const [owner = null] = address.unconfirmedEmails.length > 0 ? await context.identity.findPeople([address.userId]) : []
  return recipientsOf(people, address, owner, language ?? 'en')
}

/** Tells a mail to one recipient from the same to another, in its key. */
export function keyOf({ userId, email }: Recipient): string {
  return userId ?? email.toLowerCase()
}

const addressesSql = `select ${addressColumns} from billing.invoice_addresses
  where id = (select invoice_address_id from billing.subscriptions where solution_id = $1)`
