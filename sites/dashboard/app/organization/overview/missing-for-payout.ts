import type { Organization } from '@bollard/contracts'
import { presentScheme } from '../earns.ts'

export type MissingStep = 'legalName' | 'address' | 'taxId' | 'payoutAccount' | 'verification' | 'waiting' | 'frozen'
type Facts = Pick<
  Organization,
  | 'kind'
  | 'legalName'
  | 'address'
  | 'vatId'
  | 'registerNumber'
  | 'payout'
  | 'payoutsFrozenUntil'
  | 'myRole'
  | 'verification'
>

/**
 * What still stands between an organization and being verified and paid, in the order in which it is best done. Who is no admin
 * is not told of the account, so nothing is said of it.
 */
export function missingForPayout(organization: Facts, now: number): MissingStep[] {
  const { kind, legalName, address, vatId, registerNumber, payout, payoutsFrozenUntil, myRole, verification } =
    organization
  const isPaid = presentScheme(kind) !== null
  const steps: [MissingStep, boolean][] = [
    ['legalName', legalName === null],
    ['address', isPaid && (address.street === '' || address.postalCode === '' || address.city === '')],
    ['taxId', isPaid && vatId === null && registerNumber === null],
    ['payoutAccount', isPaid && myRole === 'ADMIN' && payout === null],
    ['verification', verification.status !== 'VERIFIED' && verification.status !== 'PENDING'],
    ['waiting', verification.status === 'PENDING'],
    ['frozen', isPaid && payoutsFrozenUntil !== null && Date.parse(payoutsFrozenUntil) > now],
  ]
  return steps.flatMap(([step, isMissing]) => (isMissing ? [step] : []))
}
