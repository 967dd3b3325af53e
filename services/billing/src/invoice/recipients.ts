import type { BillingDeps, Person } from '../billing-context.ts'
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
  readonly email: string
  readonly ccEmails: readonly string[]
}

/** The admins in their own languages, and whoever else the invoice address names in that of the solution; each address once. */
export function recipientsOf(people: readonly Person[], { email, ccEmails }: Addresses, language: Person['language']): Recipient[] {
  const known = new Set(people.map((person) => person.email.toLowerCase()))
  const others = [email, ...ccEmails].filter((address) => known.size < known.add(address.toLowerCase()).size)
  return [...people, ...others.map((address) => ({ email: address, language, givenName: '', userId: null }))]
}

/** The same for a solution as it is now. Asks other services, so it is called outside of a transaction. */
export async function findRecipients(deps: Pick<BillingDeps, 'db' | 'findAdmins' | 'findLanguage'>, solutionId: string): Promise<readonly Recipient[]> {
  const [people, language] = await Promise.all([deps.findAdmins(solutionId), deps.findLanguage(solutionId)])
  const [address] = await asSystem(deps.db, [solutionId], (tx) => tx.query<Addresses>('billing-recipients', addressesSql, [solutionId]))
  return address === undefined ? people : recipientsOf(people, address, language ?? 'en')
}

/** Tells a mail to one recipient from the same to another, in its key. */
export function keyOf({ userId, email }: Recipient): string {
  return userId ?? email.toLowerCase()
}

const addressesSql = `select a.email, a.cc_emails as "ccEmails" from billing.subscriptions s
  join billing.invoice_addresses a on a.id = s.invoice_address_id where s.solution_id = $1`
