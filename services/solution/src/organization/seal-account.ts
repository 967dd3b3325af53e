import { createCipheriv, createDecipheriv } from 'node:crypto'
import { ProblemError } from '@bollard/http'
import type { EncryptionKeys } from '../solution-context.ts'
import { electronicFormatIBAN, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools'

/** An account for payouts. Never to be logged, mailed or written into the audit log. */
export interface PayoutAccount {
  readonly accountHolder: string
  /** Without spaces. */
  readonly iban: string
  readonly bic: string | null
}

const keysOf = (keys: EncryptionKeys): readonly [Buffer, ...Buffer[]] => (Buffer.isBuffer(keys) ? [keys] : keys)

const version = 1
const nonceBytes = 12
const tagBytes = 16

/** Without spaces and checked: length and form of the country, mod-97, a country of SEPA. Throws `validation-failed` with the field, not with its value. */
export function readAccount(input: { accountHolder: string; iban: string; bic?: string | undefined }): PayoutAccount {
  const iban = electronicFormatIBAN(input.iban) ?? ''
  const bic = input.bic?.replaceAll(/\s/gu, '').toUpperCase()
  const faults = [
    ...(isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2))
      ? []
      : [{ pointer: '/payout/iban', code: 'invalid-value' }]),
    ...(bic === undefined || bic === '' || isValidBIC(bic) ? [] : [{ pointer: '/payout/bic', code: 'invalid-value' }]),
  ]
  if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
  return { accountHolder: input.accountHolder, iban, bic: bic || null }
}

/** Encrypts with AES-256-GCM. `organizationId` is bound to it: moved to another row it does not open. */
export function sealAccount(
  keys: EncryptionKeys,
  organizationId: string,
  account: PayoutAccount,
  randomBytes: (size: number) => Buffer,
): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keysOf(keys)[0], nonce).setAAD(Buffer.from(organizationId))
  const text = Buffer.concat([cipher.update(JSON.stringify(account), 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), text])
}

/** Throws when the bytes were changed, belong to another organization or were sealed with another key. */
export function openAccount(keys: EncryptionKeys, organizationId: string, sealed: Buffer): PayoutAccount {
  const [first, ...others] = keysOf(keys)
  const key = others.find((other) => isSealedWith(other, organizationId, sealed)) ?? first
  return open(key, organizationId, sealed)
}

/** Whether this key opens it. */
export function isSealedWith(key: Buffer, organizationId: string, sealed: Buffer): boolean {
  try {
    open(key, organizationId, sealed)
    return true
  } catch {
    return false
  }
}

function open(key: Buffer, organizationId: string, sealed: Buffer): PayoutAccount {
  if (sealed[0] !== version) throw new Error('The account for payouts is sealed in an unknown way')
  const tagAt = 1 + nonceBytes
  const textAt = tagAt + tagBytes
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, tagAt), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(organizationId)).setAuthTag(sealed.subarray(tagAt, textAt))
  // Only `sealAccount` writes what opens with the key.
  return JSON.parse(
    decipher.update(sealed.subarray(textAt), undefined, 'utf8') + decipher.final('utf8'),
  ) as PayoutAccount
}

/** The country and the last four digits, as in "DE•• •••• 3000". */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`
}
