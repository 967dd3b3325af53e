/**
 * When the service made a verification, by its own clock: the first 48 bits of its UUIDv7, in
 * milliseconds since 1970. A visitor's clock may be wrong by hours; the difference to this tells by how much.
 */
export function idTime(verificationId: string): number {
  return Number.parseInt(verificationId.replaceAll('-', '').slice(0, 12), 16)
}
