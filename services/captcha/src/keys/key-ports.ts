import type { ProvisionPorts } from '../provision-site.ts'
import { createVerificationId } from '../verification-id.ts'

export type KeyPorts = ProvisionPorts

/** A UUIDv7 for a key or an environment. */
export function newId({ now, randomBytes }: KeyPorts): string {
  return createVerificationId(now(), randomBytes(10))
}
