import { hkdfSync } from 'node:crypto'
import { sign, signingKey } from '@bollard/proof-of-work/server'

const hourMs = 3_600_000

/**
 * Numbers of the orders in which verdicts are written, a new one each hour, at a moment in milliseconds since 1970: the same in every
 * process with the same secret, and nothing that anybody can foresee.
 */
export function createHourlyOrder(secret: Buffer): (at: number) => number {
  const key = signingKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'bollard captcha order 1', 32)))
  const [message, signature] = [Buffer.alloc(6), Buffer.alloc(32)]
  let [hour, order] = [-1, 0]
  return (at) => {
    const wanted = Math.floor(at / hourMs)
    if (wanted !== hour) {
      hour = wanted
      message.writeUIntBE(wanted, 0, 6)
      sign(key, message, signature)
      order = signature.readUInt32BE()
    }
    return order
  }
}
