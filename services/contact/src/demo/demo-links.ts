import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { DemoLinks } from '../contact-context.ts'

const idBytes = 16
const macBytes = 16

/** `secret` is that of the installation; the key is derived from it for this use alone. */
export function createDemoLinks(secret: string): DemoLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'bollard contact demo link 1', 32))
  const macOf = (id: Buffer) => createHmac('sha256', key).update(id).digest().subarray(0, macBytes)
  return {
    sign(bookingId) {
      const id = Buffer.from(bookingId.replaceAll('-', ''), 'hex')
      return Buffer.concat([id, macOf(id)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.byteLength !== idBytes + macBytes) return null
      const id = bytes.subarray(0, idBytes)
      if (!timingSafeEqual(bytes.subarray(idBytes), macOf(id))) return null
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
    },
  }
}
