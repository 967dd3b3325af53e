import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { DemoLinks } from '../contact-context.ts'

const idBytes = 16
const macBytes = 16

/** The secrets are those of the installation: the first one signs, all verify. Keys are derived from them for this use alone. */
export function createDemoLinks(secrets: string | readonly [string, ...string[]]): DemoLinks {
  const [key, ...others] = typeof secrets === 'string' ? [keyOf(secrets)] : secrets.map(keyOf)
  const macOf = (id: Buffer, from = key) =>
    createHmac('sha256', from ?? '')
      .update(id)
      .digest()
      .subarray(0, macBytes)
  return {
    sign(bookingId) {
      const id = Buffer.from(bookingId.replaceAll('-', ''), 'hex')
      return Buffer.concat([id, macOf(id)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.byteLength !== idBytes + macBytes) return null
      const id = bytes.subarray(0, idBytes)
      const isOurs = [key, ...others].some((one) => timingSafeEqual(bytes.subarray(idBytes), macOf(id, one)))
      if (!isOurs) return null
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
    },
  }
}

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'bollard contact demo link 1', 32))
